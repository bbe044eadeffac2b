// Ways to write a file anew that leave its pages looking as they did: each must read as the untouched file.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { changePages, hasQpdf, type PageChange, qpdf } from './qpdf.ts'

export type Way = {
  readonly name: string
  /** What it needs that is not here; null where it can be gone. */
  missing(): string | null
  write(from: string, to: string): void
  /** Which pages of what was written are the file. */
  readonly pages?: string
}

const needsQpdf = () => (hasQpdf() ? null : 'qpdf is not installed')
const way = (name: string, write: Way['write'], more: Partial<Way> = {}): Way => ({ name, missing: needsQpdf, write, ...more })
const saved = (name: string, ...args: string[]): Way => way(name, (from, to) => void qpdf(...args, from, to))
const changed = (name: string, change: (box: [number, number, number, number], rotate: number) => PageChange): Way =>
  way(name, (from, to) => changePages(from, to, change))

// The content is turned one way and, where `rotate` says so, the page the other.
const turn = (degrees: 90 | 180 | 270, isShownUpright: boolean) =>
  changed(
    `content turned by ${degrees}, ${isShownUpright ? 'the page turned back (/Rotate)' : 'the page as it is'}`,
    ([x0, y0, x1, y1], rotate) => {
      const [w, h] = [x1 - x0, y1 - y0]
      const [matrix, box] = (
        {
          90: [`0 1 -1 0 ${h + y0} ${-x0}`, [0, 0, h, w]],
          180: [`-1 0 0 -1 ${x1} ${y1}`, [0, 0, w, h]],
          270: [`0 -1 1 0 ${-y0} ${x1}`, [0, 0, h, w]],
        } as const
      )[degrees]
      const angle = isShownUpright ? (rotate + degrees) % 360 : rotate
      return { before: `${matrix} cm`, entries: { '/MediaBox': [...box], '/CropBox': [...box], '/Rotate': angle } }
    },
  )

const locked = (name: string, ...args: string[]) => saved(`owner’s password, ${name}`, '--encrypt', '', 'owner', ...args, '--')

const hasPikepdf = (): boolean => spawnSync('python3', ['-c', 'import pikepdf']).status === 0

export const ways: readonly Way[] = [
  ...([90, 180, 270] as const).map((degrees) => turn(degrees, true)),
  ...([90, 180, 270] as const).map((degrees) => turn(degrees, false)),
  changed('media box larger than the crop box', ([x0, y0, x1, y1]) => ({
    entries: { '/MediaBox': [x0 - 100, y0 - 37, x1 + 50, y1 + 80], '/CropBox': [x0, y0, x1, y1] },
  })),
  changed('origin moved', ([x0, y0, x1, y1]) => ({
    before: '1 0 0 1 213 -340 cm',
    entries: { '/MediaBox': [x0 + 213, y0 - 340, x1 + 213, y1 - 340], '/CropBox': [x0 + 213, y0 - 340, x1 + 213, y1 - 340] },
  })),
  changed('larger units (UserUnit)', ([x0, y0, x1, y1]) => ({
    before: '0.5 0 0 0.5 0 0 cm',
    entries: { '/UserUnit': 2, '/MediaBox': [x0 / 2, y0 / 2, x1 / 2, y1 / 2], '/CropBox': [x0 / 2, y0 / 2, x1 / 2, y1 / 2] },
  })),
  saved('owner’s password, RC4', '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=n', '--'),
  saved('owner’s password, AES-128', '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y', '--'),
  locked('AES-256', '256'),
  locked('AES-256, copying forbidden', '256', '--extract=n'),
  saved('object streams', '--object-streams=generate'),
  saved('no object streams, nothing packed', '--object-streams=disable', '--stream-data=uncompress'),
  saved('linearised', '--linearize'),
  way('objects named over three lines', (from, to) => {
    qpdf('--object-streams=disable', from, to)
    // As long as before, so that nothing moves.
    writeFileSync(to, readFileSync(to, 'latin1').replaceAll(/(\d+) (\d+) (obj|R)\b/g, '$1\n$2\n$3'), 'latin1')
  }),
  saved('annotations flattened', '--generate-appearances', '--flatten-annotations=all'),
  way('updated in place', (from, to) => {
    qpdf('--object-streams=disable', from, to)
    updateInPlace(to)
  }),
  way('joined behind itself', (from, to) => void qpdf('--empty', '--pages', from, '1-z', from, '1-z', '--', to), {
    pages: 'second half',
  }),
  way('joined and split again', (from, to) => {
    const pages = Number(qpdf('--show-npages', from))
    qpdf('--empty', '--pages', from, '1-z', from, '1-z', '--', `${to}.joined`)
    qpdf('--empty', '--pages', `${to}.joined`, `${pages + 1}-z`, '--', to)
  }),
  {
    name: 're-saved by pikepdf',
    missing: () => (hasPikepdf() ? null : 'pikepdf is not installed'),
    write(from, to) {
      const script = 'import pikepdf,sys\nwith pikepdf.open(sys.argv[1]) as f: f.save(sys.argv[2])'
      const { status, stderr } = spawnSync('python3', ['-c', script, from, to], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`pikepdf: ${stderr.slice(-300)}`)
    },
  },
  {
    name: 'fonts under their other names, not embedded',
    missing: () => null,
    // As long as before, so that nothing moves. What has fonts of its own is not touched.
    write: (from, to) =>
      void appendFileSync(
        to,
        readFileSync(from, 'latin1')
          .replaceAll('/BaseFont /Helvetica-Bold', '/BaseFont /Arial,Bold    ')
          .replaceAll(/\/BaseFont \/Helvetica(?=[\s/>])/g, '/BaseFont /ArialMT  '),
        'latin1',
      ),
  },
]

/** Appends what an editor does that saves only what it changed. */
function updateInPlace(file: string): void {
  const bytes = readFileSync(file, 'latin1')
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref\s*(\d+)\s*%%EOF\s*$/.exec(bytes)
  if (trailer === null) throw new Error('the file has no trailer to be updated')
  const size = Number(/\/Size (\d+)/.exec(trailer[1]!)![1])
  const at = bytes.length + 1
  const added = `\n${size} 0 obj\n(changed)\nendobj\n`
  const table = `xref\n${size} 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const entries = trailer[1]!.replace(/\/Size \d+/, `/Size ${size + 1}`)
  appendFileSync(
    file,
    `${added}${table}trailer\n<<${entries} /Prev ${trailer[2]} >>\nstartxref\n${bytes.length + added.length}\n%%EOF\n`,
    'latin1',
  )
}

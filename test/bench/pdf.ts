// Scores this project's PDF engine and its peers on the same files in the same run: `npm run bench -- pdf`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readEnvironment } from '../../app/config/index.ts'
import { runLongDocument } from './pdf/long-document.ts'
import { makePage } from './pdf/made/page.ts'
import { makeSheet } from './pdf/made/sheet.ts'
import { writeMadePages } from './pdf/made/write.ts'
import { runMetamorphic } from './pdf/metamorphic/run.ts'
import { pdftotext, tollgate } from './pdf/ours.ts'
import { liteparse, opendataloader, pdfInspector } from './pdf/peers.ts'
import { measureSpeeds } from './pdf/speed-ratio.ts'

const usage = `usage: npm run bench -- pdf [--only name,name] [--out folder] [--documents] [--made N [--seed S] [--sheets]] [--metamorphic [--folder F]]
  PDF_BENCH names the folder with score.mjs and dev/{pdf,md} (default ../shared/pdf-bench)
  --only        engines to run: ${[tollgate, liteparse, pdfInspector, opendataloader, pdftotext].map((e) => e.name.split(' ')[0]).join(', ')}
  --out         also write every engine's Markdown there
  --documents   print this engine's score per document
  --made        score N pages made here, whose source is the truth, from --seed on (default 1000); rules are tuned below 1000 only
  --sheets      of those: forms, tables of contents in columns and bills instead of articles
  --metamorphic each file written anew in ways that leave it looking the same (20 made pages unless --made or --folder); exit 1 beyond .005
  --folder      another folder with pdf/ and md/`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    only: { type: 'string' },
    out: { type: 'string' },
    documents: { type: 'boolean' },
    metamorphic: { type: 'boolean' },
    folder: { type: 'string' },
    made: { type: 'string' },
    sheets: { type: 'boolean' },
    seed: { type: 'string', default: '1000' },
  },
})
const columns = ['overall', 'nid', 'nid_s', 'teds', 'teds_s', 'mhs', 'mhs_s'] as const
const speedNames = {
  pdftotext: 'pdftotext -bbox-layout',
  starter: 'by a small process',
  least: 'and pdftohtml at once',
  tollgate: 'tollgate',
}
const isCount = (text: string | undefined) => text === undefined || /^[1-9]\d{0,5}$/.test(text)
const corpus = resolve(readEnvironment().PDF_BENCH ?? join(import.meta.dirname, '..', '..', 'shared', 'pdf-bench'))

if (values.help) process.stdout.write(`${usage}\n`)
else if (!isCount(values.made) || !isCount(values.seed)) {
  process.stderr.write(`--made and --seed are whole numbers from 1 on\n${usage}\n`)
  process.exitCode = 2
} else if (!existsSync(join(corpus, 'score.mjs'))) {
  process.stderr.write(`no documents at ${corpus}; set PDF_BENCH to the folder that holds score.mjs and dev/\n`)
  process.exitCode = 2
} else await bench()

type Scores = Partial<Record<(typeof columns)[number], number>>
interface Scorer {
  scoreDocument(truth: string | undefined, markdown: string): Scores
  means(rows: readonly object[]): Scores
}

async function bench(): Promise<void> {
  const { scoreDocument, means } = (await import(pathToFileURL(join(corpus, 'score.mjs')).href)) as Scorer
  const count = values.made ?? (values.metamorphic && values.folder === undefined ? '20' : undefined)
  const made =
    count === undefined ? null : writeMadePages(Number(count), Number(values.seed), values.sheets ? makeSheet : makePage)
  const folder = made ?? values.folder ?? join(corpus, 'dev')
  try {
    if (values.metamorphic) await transform(folder, scoreDocument)
    else await score(folder, { scoreDocument, means })
  } finally {
    if (made !== null) rmSync(made, { recursive: true, force: true })
  }
}

async function transform(folder: string, scoreDocument: Scorer['scoreDocument']): Promise<void> {
  const files = readdirSync(join(folder, 'md'))
    .sort()
    .map((f) => ({
      id: f.slice(0, -3),
      path: join(folder, 'pdf', `${f.slice(0, -3)}.pdf`),
      truth: readFileSync(join(folder, 'md', f), 'utf8'),
    }))
  process.stdout.write(`${files.length} documents\n`)
  const overall = (truth: string, markdown: string) => scoreDocument(truth, markdown).overall ?? 0
  const isWithin = await runMetamorphic(files, overall, (line) => process.stdout.write(`${line}\n`))
  if (!isWithin) process.exitCode = 1
}

async function score(folder: string, { scoreDocument, means }: Scorer): Promise<void> {
  const files = readdirSync(join(folder, 'md'))
    .filter((f) => f.endsWith('.md'))
    .sort()
    .map((f) => ({ id: f.slice(0, -3), path: join(folder, 'pdf', `${f.slice(0, -3)}.pdf`) }))
  const truth = new Map(files.map(({ id }) => [id, readFileSync(join(folder, 'md', `${id}.md`), 'utf8')]))
  const wanted = values.only?.split(',')
  const engines = [tollgate, liteparse, pdfInspector, opendataloader, pdftotext].filter(
    (e) => !wanted || wanted.includes(e.name.split(' ')[0]!),
  )
  process.stdout.write(
    `${files.length} documents of ${values.made === undefined ? folder : `the generator, seeds from ${values.seed}`}\n`,
  )
  process.stdout.write(`${'engine'.padEnd(24)}${columns.map((c) => c.padStart(9)).join('')}  false tables  ms/page\n`)
  for (const engine of engines) {
    const { markdown, secondsPerPage } = await engine.run(files)
    const rows = files.map(({ id }) => ({
      id,
      ...scoreDocument(truth.get(id), markdown.get(id) ?? ''),
    }))
    const mean = means(rows)
    const falseTables = files.filter(({ id }) => !hasTable(truth.get(id)!) && hasTable(markdown.get(id) ?? '')).length
    const scores = columns.map((c) => (mean[c] ?? 0).toFixed(4).padStart(9)).join('')
    const cost = `${String(falseTables).padStart(14)}${(secondsPerPage * 1000).toFixed(1).padStart(9)}`
    process.stdout.write(
      `${engine.name.padEnd(24)}${engine === pdftotext ? ' '.repeat(63 + 14) + cost.slice(14) : scores + cost}\n`,
    )
    if (values.documents && engine === tollgate) {
      for (const r of rows) process.stdout.write(`  ${r.id} ${columns.map((c) => (r[c] ?? Number.NaN).toFixed(3)).join(' ')}\n`)
    }
    if (values.out) save(join(values.out, engine.name.split(' ')[0]!), markdown)
  }
  const speed = await measureSpeeds(files.map((f) => f.path))
  process.stdout.write('\nms a file, taken in turn    mean      p50   times pdftotext: mean    p50\n')
  for (const [name, told] of Object.entries(speedNames)) {
    const { meanMs, p50Ms, timesMean, timesP50 } = speed[name as keyof typeof speedNames]
    const [ms, times] = [[meanMs, p50Ms].map((v) => v.toFixed(1).padStart(9)), [timesMean, timesP50].map((v) => v.toFixed(2))]
    process.stdout.write(`${told.padEnd(23)}${ms.join('')}${times[0]!.padStart(23)}${times[1]!.padStart(7)}\n`)
  }
  const long = runLongDocument()
  process.stdout.write(
    `tollgate, one ${long.pages}-page text document: ${long.msPerPage.toFixed(1)} ms a page, peak ${long.peakMb.toFixed(0)} MB, ${long.words} words\n`,
  )
}

function hasTable(markdown: string): boolean {
  return /<table|^\s*\|?\s*:?-{3,}:?\s*\|/m.test(markdown)
}

function save(folder: string, markdown: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true })
  for (const [id, text] of markdown) writeFileSync(join(folder, `${id}.md`), text)
}

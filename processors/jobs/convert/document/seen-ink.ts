// Draws pages where the content stream does not tell what of their text is seen, and leaves out words where nothing is to be seen.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Drawing } from '../drawing/drawing.ts'
import type { Box } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { inParallel } from '../process/in-parallel.ts'
import type { ConvertWarning } from '../schema.ts'
import { amongMarks } from './among-marks.ts'
import { type ColourPicture, judgeInk } from './ink.ts'

/** A page, those of its words that may be hidden, those that may be seen though their colour hides them, and its drawing where it is known. */
export type Unsure = {
  readonly page: PageText
  readonly words: readonly Word[]
  readonly doubted: readonly Word[]
  readonly drawing: Pick<Drawing, 'marks' | 'mixed'> | null
}
/** hidden: how many more words of a page are, or fewer. */
export type Looked = { readonly hidden: ReadonlyMap<number, number>; readonly unknown: readonly number[] }
/** The pages on white paper, with their text or bare, as far as a file of it can be made; and where filled fields stand, whose text stays. */
export type Paper = {
  readonly file: (pages: readonly number[], isBare: boolean) => Buffer | null
  readonly fields: (page: number) => readonly Box[]
}

const mostPages = 100
const timeShare = 0.4
const finestDpi = 110
const mostPixels = 1_500_000

export async function lookForInk(
  poppler: Poppler,
  file: string,
  unsure: readonly Unsure[],
  paper: Paper,
  bounds: Bounds,
): Promise<Looked> {
  const hidden = new Map<number, number>()
  const unknown = unsure.slice(mostPages).map(({ page }) => page.number)
  const now = performance.now()
  const readBy = now + timeShare * (bounds.readBy - now)
  const looked = unsure.slice(0, mostPages)
  const numbers = looked.map(({ page }) => page.number)
  const files = new Map<boolean, Promise<string | null>>()
  const paperFile = (isBare: boolean) => {
    const file = files.get(isBare) ?? write(paper.file(numbers, isBare), isBare, bounds)
    files.set(isBare, file)
    return file
  }
  await inParallel(looked, bounds.limits.parallelPrograms, async ({ page, words, doubted, drawing }) => {
    const draw = async (path: string | null) =>
      path !== null && performance.now() < readBy ? await drawPage(poppler, path, page, bounds) : null
    const picture = await draw(file)
    const judged = picture === null ? null : judgeInk(page, [...words, ...doubted], picture)
    if (picture === null || judged === null) {
      unknown.push(page.number)
      return
    }
    const before = page.words.filter((word) => word.hidden).length
    for (const word of judged.blank) word.hidden = true
    const blank = new Set(judged.blank)
    const left = [...words, ...doubted].filter((word) => !blank.has(word))
    // Lines and pictures have ink of their own, and blends are seen otherwise elsewhere: such words are seen where the page is
    // another one without them.
    const marks = drawing === null || drawing.mixed ? null : drawing.marks
    const among = amongMarks(left, page, marks, paper.fields(page.number))
    const bare = among.length === 0 ? null : await draw(await paperFile(true))
    const whole = bare !== null && marks === null ? await draw(await paperFile(false)) : picture
    const again = bare === null || whole === null ? null : judgeInk(page, among, whole, bare)
    for (const word of again?.blank ?? []) word.hidden = true
    const apart = new Set(among)
    const seen = new Set([...judged.seen.filter((word) => !apart.has(word)), ...(again?.seen ?? [])])
    for (const word of doubted) if (seen.has(word)) word.hidden = false
    const isSure = among.length === 0 || (again?.isSure ?? false)
    if (!isSure || !judged.isSure) unknown.push(page.number)
    const more = page.words.filter((word) => word.hidden).length - before
    if (more !== 0) hidden.set(page.number, more)
  })
  return { hidden, unknown }
}

async function write(bytes: Buffer | null, isBare: boolean, { scratch }: Bounds): Promise<string | null> {
  if (bytes === null) return null
  const path = join(scratch, isBare ? 'bare.pdf' : 'paper.pdf')
  await writeFile(path, bytes, { mode: 0o600 })
  return path
}

export function unknownWarning(unknown: readonly number[]): ConvertWarning[] {
  if (unknown.length === 0) return []
  const message = 'what of the text of these pages a reader sees could not be told: hidden text may be among it'
  return [{ code: 'visibility_unknown', message, pages: [...unknown].sort((a, b) => a - b).slice(0, 100) }]
}

const header = /^P6\s+(\d{1,6})\s+(\d{1,6})\s+255\s/

async function drawPage(poppler: Poppler, file: string, page: PageText, { scratch }: Bounds): Promise<ColourPicture | null> {
  const unit = page.unit ?? 1
  const dpi = Math.min(finestDpi, 72 * Math.sqrt(mostPixels / (page.width * page.height)))
  const to = join(scratch, `${basename(file, '.pdf')}-ink-${page.number}`)
  const only = { firstPageToConvert: page.number, lastPageToConvert: page.number, singleFile: true }
  const resolutionXYAxis = Math.max(1, Math.floor(dpi * unit))
  const run = await poppler.run('pdftoppm', { ...only, resolutionXYAxis, cropBox: true }, { file, to })
  const path = `${to}.ppm`
  try {
    return run.end === 'exited' && run.exitCode === 0 ? pictureOf(await readFile(path)) : null
  } finally {
    await rm(path, { force: true })
  }
}

function pictureOf(ppm: Buffer): ColourPicture | null {
  const [head, w, h] = header.exec(ppm.toString('latin1', 0, 64)) ?? []
  const [width, height] = [Number(w), Number(h)]
  if (head === undefined || width * height > 4 * mostPixels || ppm.length < head.length + 3 * width * height) return null
  return { width, height, pixels: ppm.subarray(head.length) }
}

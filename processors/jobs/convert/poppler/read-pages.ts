// Asks poppler for the words and fonts of one run of pages, both programs at once.
import type { PageRange } from '../page-range.ts'
import type { PageText } from '../page-text.ts'
import type { ProgramEnd, ProgramResult } from '../process/run-program.ts'
import { attachFonts, fontsOf } from './attach-fonts.ts'
import type { Poppler } from './poppler.ts'
import { withoutCodes } from './read-codes.ts'
import { type Bookmark, type PageRuns, parseBookmarks, parseRuns } from './runs.ts'
import { parseHead, parseWords } from './words.ts'

export type RangeText = {
  pages: PageText[]
  head: Record<string, string>
  bookmarks: Bookmark[]
  end: ProgramEnd
  whole: boolean
  fonts: boolean
  stderr: string
}

/** bytes: the file's, where they are at hand. */
export async function readPages(poppler: Poppler, file: string, range: PageRange, bytes?: Uint8Array): Promise<RangeText> {
  const run = { file, bytes }
  // The slower one first; what either says is read while the other still works.
  const drawing = poppler.run('pdftohtml', asRuns(range), run).then(drawnOf)
  const writing = poppler.run('pdftotext', asWords(range), run).then(writtenOf(range.first))
  const [{ fonts, drawn, bookmarks }, { result, text, head }] = await Promise.all([drawing, writing])
  const newest = Math.max(...drawn.keys())
  const known = fontsOf([...drawn.values()].flatMap(({ runs }) => runs))
  for (const page of text) {
    const runs = drawn.get(page.number)
    if (runs) layAsShown(page, runs)
    if (fonts || page.number < newest) attachFonts(page, runs, known)
    page.words = withoutCodes(page.words)
  }
  return { pages: text, head, bookmarks, end: result.end, whole: ended(result), fonts, stderr: result.stderr }
}

/** Starts what the same pages of the next document will need. */
export function prepareToRead(poppler: Poppler, range: PageRange): void {
  poppler.prepare('pdftohtml', asRuns(range))
  poppler.prepare('pdftotext', asWords(range))
}

const pagesOf = ({ first, last }: PageRange) => ({ firstPageToConvert: first, lastPageToConvert: last })
const asWords = (range: PageRange) => ({ ...pagesOf(range), boundingBoxXhtmlLayout: true })
const asRuns = (range: PageRange) => ({
  ...pagesOf(range),
  xmlOutput: true,
  ignoreImages: true,
  zoom: 3,
  noRoundedCoordinates: true,
  fontFullName: true,
  noDrm: true,
  stdout: true,
})

// Without fonts nothing is known of visibility: such words are kept, and the page is marked.
function drawnOf(result: ProgramResult) {
  const xml = result.stdout.toString('utf8')
  return { fonts: ended(result), drawn: new Map(parseRuns(xml).map((p) => [p.number, p])), bookmarks: parseBookmarks(xml) }
}

const writtenOf = (firstPage: number) => (result: ProgramResult) => ({
  result,
  text: parseWords(result.stdout.toString('utf8'), firstPage),
  head: parseHead(result.stdout.subarray(0, 65536).toString('utf8')),
})

// pdftotext gives the words of a turned page as they are shown, and the page's size as it lies; pdftohtml turns both.
function layAsShown(page: PageText, { pixelWidth, pixelHeight }: PageRuns): void {
  const misfit = (width: number, height: number) => Math.abs(width / pixelWidth - height / pixelHeight)
  const { width, height } = page
  if (misfit(height, width) < misfit(width, height)) Object.assign(page, { width: height, height: width })
}

const ended = (r: ProgramResult) => r.end === 'exited' && r.exitCode === 0

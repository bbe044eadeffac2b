// Asks poppler for the words and fonts of one run of pages, both programs at once.
import type { PageRange } from '../page-range.ts'
import type { PageText } from '../page-text.ts'
import type { ProgramEnd, ProgramResult } from '../process/run-program.ts'
import { attachFonts } from './attach-fonts.ts'
import type { Poppler } from './poppler.ts'
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

export async function readPages(poppler: Poppler, file: string, range: PageRange): Promise<RangeText> {
  const pages = { firstPageToConvert: range.first, lastPageToConvert: range.last }
  const [words, runs] = await Promise.all([
    poppler.run('pdftotext', { ...pages, boundingBoxXhtmlLayout: true }, { file }),
    poppler.run(
      'pdftohtml',
      {
        ...pages,
        xmlOutput: true,
        ignoreImages: true,
        zoom: 3,
        noRoundedCoordinates: true,
        fontFullName: true,
        noDrm: true,
        stdout: true,
      },
      { file },
    ),
  ])
  const text = parseWords(words.stdout.toString('utf8'), range.first)
  const xml = runs.stdout.toString('utf8')
  const fonts = ended(runs)
  // Without fonts nothing is known of visibility: such words are kept, and the page is marked.
  const drawn = new Map(parseRuns(xml).map((p) => [p.number, p]))
  const newest = Math.max(...drawn.keys())
  for (const page of text) {
    const runs = drawn.get(page.number)
    if (runs) layAsShown(page, runs)
    if (fonts || page.number < newest) attachFonts(page, runs)
  }
  return {
    pages: text,
    head: parseHead(words.stdout.subarray(0, 65536).toString('utf8')),
    bookmarks: parseBookmarks(xml),
    end: words.end,
    whole: ended(words),
    fonts,
    stderr: words.stderr,
  }
}

// pdftotext gives the words of a turned page as they are shown, and the page's size as it lies; pdftohtml turns both.
function layAsShown(page: PageText, { pixelWidth, pixelHeight }: PageRuns): void {
  const misfit = (width: number, height: number) => Math.abs(width / pixelWidth - height / pixelHeight)
  const { width, height } = page
  if (misfit(height, width) < misfit(width, height)) Object.assign(page, { width: height, height: width })
}

const ended = (r: ProgramResult) => r.end === 'exited' && r.exitCode === 0

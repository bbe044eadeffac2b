// Asks poppler for words and fonts of a page range, both programs at once.
import type { PageText } from '../page-text.ts'
import { attachFonts } from './attach-fonts.ts'
import type { Poppler } from './poppler.ts'
import { type Bookmark, parseBookmarks, parseRuns } from './runs.ts'
import { parseHead, parseWords } from './words.ts'

export type PageRange = { first: number; last: number }
export type RangeText = { pages: PageText[]; head: Record<string, string>; bookmarks: Bookmark[] }

export async function readPages(poppler: Poppler, file: string, range: PageRange): Promise<RangeText> {
  const pages = ['-f', String(range.first), '-l', String(range.last)]
  const [words, runs] = await Promise.all([
    poppler.run('pdftotext', ['-bbox-layout', ...pages, file, '-']),
    poppler.run('pdftohtml', ['-xml', '-i', '-zoom', '3', '-noroundcoord', '-fontfullname', '-stdout', ...pages, file]),
  ])
  const text = parseWords(words.stdout.toString('utf8'), range.first)
  const xml = runs.stdout.toString('utf8')
  const drawn = new Map(parseRuns(xml).map((p) => [p.number, p]))
  for (const page of text) attachFonts(page, drawn.get(page.number))
  return { pages: text, head: parseHead(words.stdout.subarray(0, 65536).toString('utf8')), bookmarks: parseBookmarks(xml) }
}

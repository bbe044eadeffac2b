// Reads "1-5,9" against a document's length and groups the wanted pages into runs small enough for one program each.
import { ConvertRefusal } from './refusal.ts'

export type PageRange = { first: number; last: number }

export function wantedPages(spec: string | undefined, pageCount: number, maxPages: number): number[] {
  const pages = new Set<number>()
  for (const part of (spec ?? `1-${pageCount}`).split(',')) {
    const [from, to] = part.split('-').map(Number)
    const last = Math.min(to ?? from!, pageCount)
    for (let n = Math.max(1, from!); n <= last; n++) {
      pages.add(n)
      if (pages.size > maxPages)
        throw new ConvertRefusal(
          'too_many_pages',
          `the document has more than the ${maxPages} pages one call may convert; ask for some with "pages"`,
        )
    }
  }
  if (pages.size === 0)
    throw new ConvertRefusal('no_such_pages', `the document has ${pageCount} page(s); none of "${spec}" is among them`)
  return [...pages].sort((a, b) => a - b)
}

export function rangesOf(pages: readonly number[], longest: number): PageRange[] {
  const ranges: PageRange[] = []
  for (const n of pages) {
    const open = ranges.at(-1)
    if (open && n === open.last + 1 && open.last - open.first + 1 < longest) open.last = n
    else ranges.push({ first: n, last: n })
  }
  return ranges
}

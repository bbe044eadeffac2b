// Reads a document's wanted pages through poppler: the first few at once, the rest in parallel runs.
import { type PageRange, rangesOf, wantedPages } from '../page-range.ts'
import type { PageText } from '../page-text.ts'
import { isoDate, looksRepaired, type PdfInfo, readInfo } from '../poppler/info.ts'
import type { Bounds, Poppler } from '../poppler/poppler.ts'
import { type RangeText, readPages } from '../poppler/read-pages.ts'
import type { Bookmark } from '../poppler/runs.ts'
import { inParallel } from '../process/in-parallel.ts'
import { ConvertRefusal } from '../refusal.ts'
import type { ConvertedComment, DocumentFormat } from '../schema.ts'

export type DocumentText = {
  format: DocumentFormat
  info: PdfInfo
  pages: PageText[]
  head: Record<string, string>
  bookmarks: Bookmark[]
  fontsKnown: boolean
  failed: number[]
  cut: number[]
  repaired: boolean
  /** Where they were asked for, and whether there are more. */
  comments?: ConvertedComment[]
  moreComments?: boolean
}

/** Of every document: most have no more. */
export const firstLook: PageRange = { first: 1, last: 4 }

export async function readDocument(
  poppler: Poppler,
  { file, bytes }: { file: string; bytes?: Uint8Array },
  spec: string | undefined,
  bounds: Bounds,
  onPages: (done: number, total: number) => void,
): Promise<DocumentText> {
  const early = spec === undefined ? await readPages(poppler, file, firstLook, bytes) : null
  const info = (early && shortInfo(early)) ?? (await readInfo(poppler, file))
  const wanted = wantedPages(spec, info.pages, bounds.limits.maxPages)
  const have = early ? wanted.filter((n) => n <= firstLook.last) : []
  let done = have.length
  onPages(done, wanted.length)
  const rest = rangesOf(wanted.slice(have.length), bounds.limits.pagesPerProgram)
  const runs = await inParallel(rest, bounds.limits.parallelPrograms, async (range) => {
    const run = await readPages(poppler, file, range)
    done += range.last - range.first + 1
    onPages(done, wanted.length)
    return run
  })
  return merge(info, wanted, early ? [early, ...runs] : runs, bounds)
}

// Most documents are short: one that ends before the first look does needs no other program to count its pages.
function shortInfo(early: RangeText): PdfInfo | null {
  if (!early.whole || early.pages.length === 0 || early.pages.length >= firstLook.last) return null
  const { creationdate, moddate } = early.head
  return {
    pages: early.pages.length,
    repaired: looksRepaired(early.stderr),
    createdAt: isoDate(creationdate),
    modifiedAt: isoDate(moddate),
  }
}

function merge(info: PdfInfo, wanted: readonly number[], runs: readonly RangeText[], bounds: Bounds): DocumentText {
  const pages = runs.flatMap((r) => r.pages)
  const read = new Set(pages.map((p) => p.number))
  const failed = wanted.filter((n) => !read.has(n))
  if (pages.length === 0 || failed.length === wanted.length) {
    if (performance.now() >= bounds.readBy)
      throw new ConvertRefusal('timeout', 'the document takes longer to convert than one call may')
    if (runs.some((r) => r.end === 'too_much_output' || r.end === 'crashed')) {
      throw new ConvertRefusal('too_complex', 'the document needs more memory or output than one call may use')
    }
    throw new ConvertRefusal('broken', 'the document is damaged beyond repair: no page can be read')
  }
  return {
    format: 'pdf',
    info,
    pages,
    failed,
    // A program that was stopped leaves its last page unfinished.
    cut: runs.flatMap((r) => (r.end === 'exited' ? [] : r.pages.slice(-1).map((p) => p.number))),
    head: runs[0]!.head,
    bookmarks: runs.find((r) => r.bookmarks.length > 0)?.bookmarks ?? [],
    fontsKnown: runs.every((r) => r.fonts),
    repaired: info.repaired || runs.some((r) => looksRepaired(r.stderr)),
  }
}

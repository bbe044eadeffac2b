// An HTML file as elements: nothing of it runs or is fetched, what it hides is gone; clean keeps the content, faithful the whole page.
import { shownText } from '../../read/html/dom.ts'
import { extractPage } from '../../read/html/extract.ts'
import { readMetadata } from '../../read/html/metadata.ts'
import { parsePage } from '../../read/html/parse-page.ts'
import { prunePage } from '../../read/html/prune.ts'
import { decodeText } from '../../read/text/decode.ts'
import type { ConvertOptions, ConvertWarning } from '../schema.ts'
import type { Flow } from './flow.ts'
import { pagesOf } from './flow-pages.ts'
import { elementsOf } from './html-elements.ts'
import { isoDate } from './iso-date.ts'
import { restoreHeadings } from './restore-headings.ts'

// A file that was sent has no address: its own relative links lead nowhere.
const nowhere = 'about:blank'
// A page without any of these is a document, all of which is content.
const siteParts = /<(?:nav|aside|header|footer|main|article|form|script|iframe)\b|\brole\s*=/i
const ours = /[\ufdd0-\ufdef]/g

export function readHtml(bytes: Uint8Array, style: ConvertOptions['style']): Flow {
  const { text, replaced } = decodeText(bytes, null, 'html')
  const html = text.replace(ours, '')
  const isWhole = style === 'faithful' || !siteParts.test(html)
  const first = isWhole ? wholePage(html) : contentOf(html)
  // A page of nothing but links has no content to a reader for articles, and words all the same.
  const isEmpty = !isWhole && shownText(first.content) === ''
  const { content, document, metadata, cut } = isEmpty ? wholePage(html) : first
  const hasPictures = content.querySelector('img') !== null
  const pages = pagesOf(elementsOf(content, document, nowhere))
  const warnings: ConvertWarning[] = []
  if (cut) warnings.push({ code: 'page_cut', message: 'the page is longer than one call may convert and ends early' })
  if (replaced)
    warnings.push({ code: 'charset_damaged', message: 'some bytes are no text in the encoding that the page says it has' })
  return {
    kind: 'html',
    pages,
    pageCount: pages.length,
    about: {
      head: { title: metadata.title ?? '', author: metadata.byline ?? '', subject: metadata.description ?? '' },
      createdAt: isoDate(metadata.published_at ?? ''),
      modifiedAt: null,
    },
    warnings,
    hasPictures,
  }
}

function contentOf(html: string) {
  const page = extractPage(html, nowhere)
  if (page.extractor === 'readability') restoreHeadings(page.content, page.document)
  return page
}

function wholePage(html: string) {
  const pruned = prunePage(html)
  const document = parsePage(pruned.html)
  return {
    content: document.body,
    document,
    metadata: readMetadata(document, pruned.jsonLd, nowhere),
    cut: pruned.cut,
    chars: shownText(document.body),
  }
}

// From raw HTML to the page's content element and what is known about it: two readings of the page, the fuller clean one wins.
import { Readability } from '@mozilla/readability'
import { removeClutter } from './clutter.ts'
import { type PageDocument, type PageElement, shownText } from './dom.ts'
import { mainArea } from './main-area.ts'
import { type PageMetadata, readMetadata } from './metadata.ts'
import { parsePage } from './parse-page.ts'
import { type PrunedPage, prunePage } from './prune.ts'

export type Extracted = {
  content: PageElement
  document: PageDocument
  baseUrl: string
  metadata: PageMetadata
  extractor: 'markup' | 'readability' | 'body'
  agreement: number
  shownChars: number
  scriptChars: number
  cut: boolean
}

// What a page's own markup of its content is worth as a second opinion.
const markedAgreement = 0.95
const mostDensityElements = 12_000
// Below this the page's own markup has let us down, and what the other reading found counts even when it is short.
const fewChars = 250
// How much of the markup reading a reading by text density must keep to be taken for cleaner rather than lossy.
const keepShare = 0.75

export function extractPage(html: string, url: string): Extracted {
  const pruned = prunePage(html)
  const document = parsePage(pruned.html)
  const baseUrl = baseOf(document, url)
  const metadata = readMetadata(document, pruned.jsonLd, baseUrl)
  const shownChars = shownText(document.body).length
  const { root, marked } = mainArea(document)
  removeClutter(root)
  const own = proseChars(root)
  // Slow on large pages and of no use where the page marks its content itself.
  const other = marked && own >= fewChars ? null : readByDensity(pruned)
  const theirs = other === null ? 0 : proseChars(other)
  const takesOther = other !== null && (own < fewChars ? theirs > own : !marked && theirs >= own * keepShare)
  return {
    content: takesOther ? other : root,
    document,
    baseUrl,
    metadata,
    extractor: takesOther ? 'readability' : marked ? 'markup' : 'body',
    agreement: other === null ? (marked ? markedAgreement : 0) : Math.min(own, theirs) / Math.max(1, own, theirs),
    shownChars,
    scriptChars: pruned.scriptChars,
    cut: pruned.cut,
  }
}

function readByDensity(pruned: PrunedPage): PageElement | null {
  if (pruned.elements > mostDensityElements) return null
  const copy = parsePage(pruned.html)
  try {
    const found = new Readability(copy as never, { keepClasses: true, disableJSONLD: true }).parse()
    return found?.content ? parsePage(found.content).body : null
  } catch (error) {
    // Too many siblings overflow the stack inside it; the other reading stands.
    if (error instanceof RangeError) return null
    throw error
  }
}

// Text outside links: what a menu lacks and an article has.
function proseChars(element: PageElement): number {
  const linked = [...element.querySelectorAll('a')].reduce((sum, a) => sum + shownText(a).length, 0)
  return Math.max(0, shownText(element).length - linked)
}

function baseOf(document: PageDocument, url: string): string {
  const href = document.querySelector('base[href]')?.getAttribute('href')
  return href && URL.canParse(href, url) && /^https?:/.test(new URL(href, url).href) ? new URL(href, url).href : url
}

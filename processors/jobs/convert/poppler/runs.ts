// Reads `pdftohtml -xml`: text runs with font, colour and link, and the document's bookmarks. Tolerant: its XML is often ill-nested.
import type { Box } from '../geometry.ts'
import { plainText } from '../layout/plain-text.ts'
import { cleanCodes, cleanText, decodeEntities } from './entities.ts'

export type Run = Box & {
  text: string
  size: number
  bold: boolean
  /** From which character to which it is bold, where not all of it is. */
  boldParts?: readonly (readonly [number, number])[]
  italic: boolean
  font: string
  color: string
  hrefs: Link[]
}
export type Link = { href: string; text: string }
export type PageRuns = { number: number; pixelWidth: number; pixelHeight: number; runs: Run[] }
export type Bookmark = { title: string; page: number; level: number }
type Font = { size: number; family: string; color: string }

// What never ends is looked for no further than where the next of its kind begins.
const element =
  /<page number="(\d+)"[^<>]*? height="([-\d.]+)" width="([-\d.]+)"|<fontspec id="(\d+)" size="([-\d.]+)" family="([^"]*)" color="([^"]*)"|<text top="([-\d.]+)" left="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)" font="(\d+)">([^<]*(?:<(?!\/?text\b)[^<]*)*)<\/text>/g

export function parseRuns(xml: string): PageRuns[] {
  const pages: PageRuns[] = []
  const fonts = new Map<string, Font>()
  for (const m of xml.matchAll(element)) {
    if (m[1]) pages.push({ number: Number(m[1]), pixelHeight: Number(m[2]), pixelWidth: Number(m[3]), runs: [] })
    else if (m[4]) fonts.set(m[4], { size: Number(m[5]), family: decodeEntities(m[6]!), color: m[7]!.toLowerCase() })
    else if (m[8]) {
      const run = runOf(m, fonts)
      if (run) pages.at(-1)?.runs.push(run)
    }
  }
  return pages
}

// Foundries' and TeX's ways to say bold: Nimbus "Medi", Computer Modern "BX", typesetters' "AdvTimes-b" and "AdvOT3b30f6db.B".
const boldName = /bold|black|heavy|demi|medi(?!um)|[-_,. ](?:bd|blk|hv)\b|^(?:cm|sf|lm)[a-z]*b(?:x|sr|ss)|cmssbx|[-.]bi?$/i
const italicName = /ital(?:ic|\b)|oblique|[-_,. ]it\b|boldit\b|[-.]b?i$/i
// Typesetters' fonts of more than 256 characters come in parts: "AdvOTa9103878", "AdvOTa9103878+fb".
const part = /\+[\da-f]{2}$/i

function runOf(m: RegExpExecArray, fonts: ReadonlyMap<string, Font>): Run | null {
  const [top, left, width, height] = [Number(m[8]), Number(m[9]), Number(m[10]), Number(m[11])]
  const inner = m[13]!
  const text = plain(inner)
  const font = fonts.get(m[12]!)
  // Of signs whose codes are those of controls nothing is written.
  if ((text.trim() === '' && inner !== '') || !font) return null
  const family = font.family.replace(/^[A-Z]{6}\+/, '').replace(part, '')
  return {
    x0: left,
    y0: top,
    x1: left + width,
    y1: top + height,
    text,
    size: font.size,
    bold: inner.includes('<b>') || boldName.test(family),
    ...boldPartsOf(inner),
    italic: inner.includes('<i>') || italicName.test(family),
    font: family,
    color: font.color,
    hrefs: linksOf(inner),
  }
}

const mostBoldParts = 100

// Poppler joins what differs in weight alone, and names the font of the first piece for all.
function boldPartsOf(inner: string): Pick<Run, 'boldParts'> {
  if (!inner.includes('<b>')) return {}
  const parts: [number, number][] = []
  let at = 0
  let isPartly = false
  for (const [i, piece] of inner.split(/<\/?b>/).entries()) {
    const text = plain(piece)
    if (i % 2 === 1) parts.push([at, at + text.length])
    else isPartly ||= /[\p{L}\p{N}]/u.test(text)
    at += text.length
  }
  return parts.length > 0 && parts.length <= mostBoldParts && isPartly ? { boldParts: parts } : {}
}

const plain = (inner: string) => plainText(cleanCodes(decodeEntities(inner.replace(/<\/?[abi](?:\s[^<>]*)?>/g, ''))))

function linksOf(inner: string): Link[] {
  if (!inner.includes('<a ')) return []
  return [...inner.matchAll(/<a href="([^"<]*)">([^<]*(?:<(?!\/?a\b)[^<]*)*)<\/a>/g)].map((m) => ({
    href: decodeEntities(m[1]!),
    text: plain(m[2]!),
  }))
}

export function parseBookmarks(xml: string): Bookmark[] {
  const at = xml.indexOf('<outline>')
  if (at < 0) return []
  const found: Bookmark[] = []
  let level = 0
  for (const m of xml.slice(at).matchAll(/<(\/?)outline>|<item page="(\d+)">([^<]*(?:<(?!\/?item\b)[^<]*)*)<\/item>/g)) {
    if (m[2]) found.push({ title: cleanText(plain(m[3]!)).replace(/\s+/g, ' ').trim(), page: Number(m[2]), level })
    else level += m[1] ? -1 : 1
  }
  return found.filter((b) => b.title !== '').slice(0, 2000)
}

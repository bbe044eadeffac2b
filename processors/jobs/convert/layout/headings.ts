// Decides which blocks are headings: larger, bolder or numbered, standing alone, and not one of the many things that look alike.
import { mailAddress } from './author-columns.ts'
import { isOwnFace, isSlantedHead, mostHeadLines, mostSlantedLines } from './blocks.ts'
import type { BodyFont } from './body-font.ts'
import { isCaption } from './captions.ts'
import type { Line } from './lines.ts'
import { isEasternHead, isInSmallCapitals, isNumberedHead, isRomanHead } from './numbered-heads.ts'
import { isAddress } from './passages.ts'

export type HeadingContext = {
  body: BodyFont
  contentsPage: boolean
  pageHeight: number
  pageWidth: number
  /** Nothing stands above it. */
  isFirst: boolean
  next: readonly Line[] | null
  /** The block after the next. */
  after?: readonly Line[] | null
}

const numbered =
  /^(?:(?:chapter|part|section|appendix|unit|module|lesson|article|annex)\b|\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+\p{Lu}|[IVX]{1,5}\.\s+\p{Lu}|[A-H]\.\s+\p{Lu})/iu
const dotLeaders = /(?:\.\s?){4,}\s*\d*$/
const endsInNumber = /\s\d{1,3}$/
const sectionNumber =
  /^(?:\d{1,2}(?:\.\d{1,2}){1,4}\.?|\d{1,2}|(?:Chapter|CHAPTER) \d+\.?|(?:Appendix|APPENDIX) \p{Lu}\.?)\s+\p{Lu}\p{L}+[^.]*$/u
const itemNumber = /^\d{1,2}\.\s+\p{Lu}\p{L}+[^.]*$/u
export const contentsTitle =
  /^(?:(?:table of )?contents|in this (?:issue|report)|inhalt(?:sverzeichnis)?|sommaire|table des matières|contenido|índice|indice|index|目次|目录|目錄|차례|содержание|оглавление|spis treści|obsah|innehåll|inhoud)(?!\p{L}).{0,12}$/iu
const dateOnly = /^(?:\d{1,2}\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2},?\s+)?\d{4}$/i
const equation = /[=∑∫√≤≥±]|\\frac/

export function isHeading(block: readonly Line[], context: HeadingContext): boolean {
  const first = block[0]!
  const text = block.map((l) => l.text).join(' ')
  const ratio = first.size / context.body.size
  if (block.length > 4 || text.length > 200 || !/\p{L}/u.test(text)) return isChapterNumber(block, text, ratio, context)
  const big = ratio >= 1.14
  const heavy = first.bold && !context.body.bold && ratio >= 0.93
  // A scanned page shows no weight, but a section's number alone on its line still speaks.
  const spoken = first.font === '' && block.length === 1 && text.length < 80 && isSection(text, context.next)
  const slanted = isSlanted(block, ratio, context.next)
  const apart = isInRareFace(block, ratio, context)
  const counted =
    isNumberedHead(block, context.body, context.next) ||
    isEasternHead(block, context.next) ||
    isRomanHead(block, context.next) ||
    isInSmallCapitals(block, context.body, context.next)
  if (!big && !heavy && !spoken && !slanted && !apart && !counted) return false
  if (isCaption(text) || equation.test(text) || isByline(text) || mailAddress.test(text)) return false
  if (inMargin(block, context) && ratio < 1.7 && !(context.isFirst && isTitle(block, ratio, context))) return false
  const overText = heavy && isOverText(block, context.next)
  if (isListItem(text) && ratio < 1.3 && !(overText && numberedItem.test(text))) return false
  if (!numbered.test(text) && (dotLeaders.test(text) || (endsInNumber.test(text) && ratio < 1.5 && !overText))) return false
  if (heavy && !big && isTerm(block, context)) return false
  if (context.contentsPage && ratio < 1.5 && !contentsTitle.test(text)) return false
  if (dateOnly.test(text)) return false
  if (endsLikeSentence(text) && ratio < 1.5) return false
  if (block.length >= fewestToldLines && (isAddress(block) || (ratio < 1.5 && holdsSentence.test(text)))) return false
  if (/^\p{Ll}/u.test(text) && ratio < 1.4) return false
  if (heavy && !big && runsIn(block, context.next)) return false
  if (text.replace(/[^\p{L}]/gu, '').length < 2) return false
  return true
}

// Bold, alone, and over a paragraph that is not: no item's first line and no entry with its page.
function isOverText(block: readonly Line[], next: readonly Line[] | null): boolean {
  const [last, below] = [block.at(-1)!, next?.[0]]
  if (!below || next!.length < 2 || next!.some((l) => l.bold) || !last.words.every((w) => w.bold)) return false
  const isTight = block.every((l) => l.words.every((w, i) => i === 0 || w.x0 - l.words[i - 1]!.x1 < l.size))
  return isTight && below.y0 > last.y0 && Math.abs(below.x0 - block[0]!.x0) < 2 * last.size && !endsInNumber.test(below.text)
}

// A word of code in bold, with what it means further in: an entry of a list of definitions.
function isTerm(block: readonly Line[], { next }: HeadingContext): boolean {
  const [first, below] = [block[0]!, next?.[0]]
  return block.length === 1 && first.mono && !!below && !below.mono && below.x0 - first.x0 > first.size && below.y0 > first.y0
}

// In italics of the body's size: only over a paragraph, and where it does not read like a part of one.
function isSlanted(block: readonly Line[], ratio: number, next: readonly Line[] | null): boolean {
  const [last, below] = [block.at(-1)!, next?.[0]]
  const isShort = block.length <= mostSlantedLines && block.every((l) => l.italic && l.text.length <= 60)
  if (below === undefined || next!.length < 2 || ratio < 0.97 || !isShort || /[.,:;]$/.test(last.text)) return false
  return isSlantedHead(last, below) && below.y0 - last.y1 < 1.7 * last.size && /^\p{Lu}/u.test(block[0]!.text)
}

// In a face that little is set in, right over a paragraph in the body's: fonts do not always say that they are bold, and
// one of another family may look as large at a smaller size.
function isInRareFace(block: readonly Line[], ratio: number, { body, next, after }: HeadingContext): boolean {
  const [first, last] = [block[0]!, block.at(-1)!]
  if (block.length > mostHeadLines || !isOwnFace(block) || !body.rare.has(first.font) || first.font === body.face) return false
  if (ratio < (first.bold ? 0.7 : 0.9) || !/^[\p{Lu}\d]/u.test(first.text) || /[.,;]$/.test(last.text)) return false
  const stands = (above: Line, below: Line) =>
    below.y0 - above.y1 < 1.6 * above.size && below.y0 > above.y0 && Math.abs(below.x0 - above.x0) < 4 * above.size
  if (!next || !stands(last, next[0]!)) return false
  const isText = (lines: readonly Line[]) => lines.length >= 2 && isInUsualFace(lines, body) && lines[1]!.size > 0.9 * body.size
  if (isText(next)) {
    const fills = last.x1 - last.x0 >= 0.9 * Math.max(...next.slice(0, mostHeadLines).map((l) => l.x1 - l.x0))
    return !fills || first.bold || itemNumber.test(first.text)
  }
  // Over another heading, which stands over the text.
  return (
    next.length <= 2 &&
    isOwnFace(next) &&
    next[0]!.font !== body.face &&
    !!after &&
    stands(next.at(-1)!, after[0]!) &&
    isText(after)
  )
}

// Names and terms in italics among it do not count.
function isInUsualFace(lines: readonly Line[], { face, rare }: BodyFont): boolean {
  const words = lines.slice(0, mostHeadLines).flatMap((l) => l.words)
  return 2 * words.filter((w) => w.font === face || !rare.has(w.font)).length > words.length
}

const markedName = /\p{Ll}\.?([\d*†‡§¶#]+(?:,[\d*†‡§¶#]+)*)$/u
const isMark = (mark: string) => /^\d{0,2}[*†‡§¶#]*\d{0,2}$/.test(mark)

// Several names, most of them with the marks of their institutions.
export function isByline(text: string): boolean {
  const names = text
    .split(/[,;]\s|\s(?:and|&|und|et|y|e)\s/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isName = (name: string) => /^\p{Lu}/u.test(name) && name.split(' ').length <= 5
  const marked = names.filter((name) => markedName.exec(name)?.[1]?.split(',').every(isMark) && isName(name))
  return marked.length >= 2 && marked.length >= 0.6 * names.length
}

function isChapterNumber(block: readonly Line[], text: string, ratio: number, context: HeadingContext): boolean {
  return block.length === 1 && /^\d{1,2}\.?$/.test(text) && ratio >= 1.6 && !inMargin(block, context)
}

// On the page's middle, and larger than its text: a running head has a side.
function isTitle(block: readonly Line[], ratio: number, { pageWidth }: HeadingContext): boolean {
  const isCentred = block.every((l) => Math.abs(l.x0 + l.x1 - pageWidth) < 0.04 * pageWidth)
  return isCentred && ratio >= (block[0]!.bold ? 1.25 : 1.4)
}

function inMargin(block: readonly Line[], context: HeadingContext): boolean {
  return block.at(-1)!.y1 < 0.075 * context.pageHeight || block[0]!.y0 > 0.925 * context.pageHeight
}

const fewestToldLines = 3
const holdsSentence = /\p{L}{4}\.\s\p{Lu}/u

const numberedItem = /^\d{1,2}\)\s+\p{Lu}/u
const isListItem = (text: string) => /^(?:[•●▪■◦○·‣-]\s|\(?[a-z][.)]\s|\(?[ivx]{1,5}[.)]\s|\(\d{1,2}\)\s|\d{1,2}\)\s)/.test(text)

const endsLikeSentence = (text: string) =>
  (/:$/.test(text) && text.length > 60) || (/[.;,]["')]?$/.test(text) && !/^\S+\s?\S*\.$/.test(text) && text.length > 25)

// Bold words that open a paragraph: its next line goes on in bold, then in the body's weight.
function runsIn(block: readonly Line[], next: readonly Line[] | null): boolean {
  const last = block.at(-1)!
  if (!last.words.at(-1)!.bold) return true
  const below = next?.[0]
  if (!below) return false
  const near = below.y0 - last.y1 < 0.5 * last.size && Math.abs(below.size - last.size) < 1
  const fillsLine = last.x1 > below.x1 - 0.25 * (below.x1 - below.x0)
  return near && fillsLine && !below.bold && below.words[0]!.bold
}

/** A page whose lines mostly end in page numbers is a table of contents. */
export function isContentsPage(lines: readonly Line[]): boolean {
  const numbers = lines.filter((l) => /^(?:\d{1,4}|[ivxlc]{1,7})$/.test(l.text))
  const beside = numbers.filter((n) =>
    lines.some((l) => l !== n && l.x1 < n.x0 && Math.min(l.y1, n.y1) - Math.max(l.y0, n.y0) > 0.5 * (n.y1 - n.y0)),
  )
  const leaders = lines.filter((l) => /(?:\.\s?){4,}\s*(?:\d+|[ivxlc]+)$/.test(l.text))
  const entries = beside.length + leaders.length
  return entries >= 5 && entries >= 0.5 * (lines.length - beside.length)
}

/** A number alone above or beside a title is the title's number. */
export const isTitleNumber = (block: readonly Line[]) => block.length === 1 && /^(?:\d{1,2}|[IVX]{1,5})\.?$/.test(block[0]!.text)

// "8. Title" may be an item of a list as well: then no paragraph follows.
const isSection = (text: string, next: readonly Line[] | null) =>
  sectionNumber.test(text) || (itemNumber.test(text) && next !== null && next.length > 1 && !/^\d/.test(next[0]!.text))

// Section numbers that say by themselves what a heading is: "2.4. Title" in a face of its own, also where its paragraph goes on in
// the same line, and the chapters of Chinese, Japanese and Korean.
import { boxAround } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { BodyFont } from './body-font.ts'
import { type Line, lineFrom } from './lines.ts'

/** "2.4. Title": the number says that it heads what follows, however long it is. */
export const numberedPart = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{Lu}/u

const part = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?$/
const longest = 200
const mostLines = 3

/** "2.4. Title" over its text, in another face than most of it. */
export function isNumberedHead(block: readonly Line[], body: BodyFont, next: readonly Line[] | null): boolean {
  const text = block.map((l) => l.text).join(' ')
  if (block.length > mostLines || text.length > longest || !numberedPart.test(text) || /[.,;:]$/.test(text)) return false
  const words = wordsOf(block)
  const own = words[1]!.font
  // Names of species, say, stand upright in an italic heading.
  const letters = (some: readonly Word[]) => some.reduce((sum, w) => sum + w.text.length, 0)
  const isOwn = own !== '' && own !== body.face && letters(words.filter((w) => w.font !== body.face)) > 0.5 * letters(words)
  return isOwn && next !== null && next[0]!.y0 > block.at(-1)!.y0
}

/** "2.4. Title. The text goes on": the title in a face of its own, up to its full stop, and the rest in the body's. */
export function splitRunIn(block: readonly Line[], body: BodyFont): { head: Line[]; rest: Line[] } | null {
  const words = wordsOf(block.slice(0, mostLines + 1))
  const [number, first] = words
  if (!number || !first || !part.test(number.text) || first.font === body.face || !/^\p{Lu}/u.test(first.text)) return null
  const end = words.findIndex((w, i) => i > 0 && w.font === body.face && w.font !== first.font && /\p{L}/u.test(w.text))
  const before = words[end - 1]
  if (end < 2 || !before || !/[.:]$/.test(before.text)) return null
  const head: Line[] = []
  const rest: Line[] = []
  let left = end
  for (const line of block) {
    const own = line.words.slice(0, left)
    left -= own.length
    if (own.length > 0) head.push(own.length === line.words.length ? line : lineFrom(own))
    if (own.length < line.words.length) rest.push(own.length === 0 ? line : lineFrom(line.words.slice(own.length)))
  }
  const length = head.reduce((sum, l) => sum + l.text.length, 0)
  return head.length <= mostLines && length <= longest && rest.length > 0 ? { head, rest } : null
}

const roman = /^[IVX]{1,5}\.\s[^\p{Ll}]+$/u
const [shortestRoman, longestRoman] = [4, 80]

/** "II. RELATED WORK": a chapter of a paper, in capitals of whatever size. */
export const isRomanTitle = (text: string): boolean =>
  roman.test(text) &&
  text.length <= longestRoman &&
  !/[.,;:=]$/.test(text) &&
  text.replace(/^\S+\s|[^\p{Lu}]/gu, '').length >= shortestRoman

/** It stands over its text, on the middle of it or at its edge. */
export function isRomanHead(block: readonly Line[], next: readonly Line[] | null): boolean {
  const [first, last, below] = [block[0]!, block.at(-1)!, next?.[0]]
  if (block.length > 2 || !isRomanTitle(block.map((l) => l.text).join(' ')) || !below || below.y0 < last.y1) return false
  return isOnMiddleOf(first, next!) || Math.abs(first.x0 - below.x0) < 2 * below.size
}

function isOnMiddleOf(line: Line, text: readonly Line[]): boolean {
  const { x0, x1 } = boxAround(text)
  return Math.abs(line.x0 + line.x1 - x0 - x1) < 4 * text[0]!.size
}

const inSection = /^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s/
/** Of the text's size: how large the first letters of small capitals are. */
const [leastOfBody, mostOfBody] = [0.94, 1.5]

/** Smaller after each first letter: small capitals on the middle of the column, or behind a section's number at its edge. */
export function isInSmallCapitals(block: readonly Line[], body: BodyFont, next: readonly Line[] | null): boolean {
  const [only, below] = [block[0]!, next?.[0]]
  if (block.length > 1 || only.text.length > longestRoman || /[\p{Ll}]|[.,;:=]$/u.test(only.text) || !below) return false
  const sizes = only.words.filter((w) => /\p{Lu}/u.test(w.text)).map((w) => w.size)
  const largest = Math.max(...sizes)
  const isMixed = largest > 1.15 * Math.min(...sizes) && largest > leastOfBody * body.size && largest < mostOfBody * body.size
  const isOnMiddle = isOnMiddleOf(only, next!) && only.x0 > below.x0 + below.size
  const isAtEdge = inSection.test(only.text) && Math.abs(only.x0 - below.x0) < 2 * below.size
  const letters = only.text.match(/\p{Lu}/gu)?.length ?? 0
  return isMixed && (isOnMiddle || isAtEdge) && below.y0 >= only.y1 && letters >= shortestRoman
}

const wordsOf = (block: readonly Line[]) => block.flatMap((l) => l.words)

const chapter = /^(?:第\s?[一二三四五六七八九十百〇零\d０-９]{1,4}\s?[章节節编編篇部]|제\s?\d{1,3}\s?[장절편])(?:[\s、：:]|$)/u
const listed = /^(?:[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十]{1,3}[）)])/u

/** A chapter of a Chinese, Japanese or Korean document, or a part of one over its text. */
export function isEasternHead(block: readonly Line[], next: readonly Line[] | null): boolean {
  const text = block[0]!.text
  if (block.length > 1 || text.length > 40 || /[。；，、：:;,.！？]$|\d$|\.{3}|…/u.test(text)) return false
  if (chapter.test(text)) return true
  return listed.test(text) && next !== null && !listed.test(next[0]!.text) && next[0]!.y0 > block[0]!.y0
}

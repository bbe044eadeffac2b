// Fractions within a line of text: small signs above and below a short bar at the height of the words beside it.
import { boxAround, centreY, height, overlapX } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isCommanded } from './characters.ts'
import { mathMark } from './marks.ts'
import { functionNames, mathFont } from './symbols.ts'
import { type Bar, writeLatex } from './write-latex.ts'

const shortest = 3
const longest = 90
const mostBars = 300
const mostParts = 12
const nearPt = 4.5
const farPt = 14

/** Of a page with signs of mathematics: one word for each fraction, on the line of the word it stands beside. */
export function gatherFractions(words: readonly Word[], bars: readonly Bar[]): Word[] {
  const short = bars.filter(({ from, to }) => to - from >= shortest && to - from <= longest)
  if (short.length === 0 || short.length > mostBars || !words.some(isSign)) return [...words]
  const taken = new Set<Word>()
  const behind = new Map<Word, Word[]>()
  const before = new Map<Word, Word[]>()
  // The roof of a root lies within the bar of its fraction.
  for (const bar of [...short].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const parts = partsOf(words, bar).filter((w) => !taken.has(w))
    const host = hostOf(words, bar, parts)
    if (host === null) continue
    for (const w of parts) taken.add(w)
    const text = `${mathMark}${writeLatex(parts, [bar, ...short.filter((other) => isRoof(other, bar))])}${mathMark}`
    const { script: _script, href: _href, ...like } = host.word
    const fraction = { ...like, x0: bar.from, x1: bar.to, text, font: '', bold: false, italic: false, mono: false }
    const side = host.isLeft ? behind : before
    side.set(host.word, [...(side.get(host.word) ?? []), fraction])
  }
  if (taken.size === 0) return [...words]
  return words.flatMap((w) => {
    if (taken.has(w)) return []
    const inOrder = (own: readonly Word[] = []) => [...own].sort((a, b) => a.x0 - b.x0)
    return [...inOrder(before.get(w)), w, ...inOrder(behind.get(w))]
  })
}

const isRoof = (roof: Bar, bar: Bar): boolean =>
  roof !== bar && roof.from > bar.from - 1 && roof.to < bar.to + 1 && Math.abs(roof.at - bar.at) < farPt

const isSign = (w: Word): boolean => mathFont.test(w.font) || [...w.text].some(isCommanded)

// All that stands at the bar, and nothing if any of it reaches beyond, is prose, or lies on one side of it only.
function partsOf(words: readonly Word[], bar: Bar): Word[] {
  const box = { x0: bar.from, x1: bar.to, y0: bar.at, y1: bar.at }
  const over = words.filter((w) => overlapX(w, box) > 0 && w.y1 > bar.at - farPt && w.y0 < bar.at + farPt)
  const touching = over.filter((w) => w.y1 > bar.at - nearPt && w.y0 < bar.at + nearPt)
  const size = Math.max(...touching.map((w) => w.size))
  // Scripts stand further off.
  const parts = over.filter((w) => touching.includes(w) || (w.size < 0.9 * size && Math.abs(centreY(w) - bar.at) < 1.4 * size))
  if (touching.length < 2 || parts.length > mostParts) return []
  const above = parts.filter((w) => centreY(w) < bar.at - 1)
  const below = parts.filter((w) => centreY(w) > bar.at + 1)
  const isOne = (side: readonly Word[]) => side.length > 0 && height(boxAround(side)) < 1.7 * Math.max(...side.map((w) => w.size))
  const isWhole = parts.every((w) => w.x0 > bar.from - 2 && w.x1 < bar.to + 2 && !isProse(w) && w.turned !== true)
  return isWhole && above.length + below.length === parts.length && isOne(above) && isOne(below) ? parts : []
}

const [letters, word] = [/\p{L}{4}/u, /\p{Script=Latin}{2}/u]
const isProse = ({ text, font }: Word): boolean =>
  text.includes(mathMark) || ((mathFont.test(font) ? letters : word).test(text) && !functionNames.has(text))

// The bar stands at half the height of the words of its line, and its parts are smaller than they.
function hostOf(words: readonly Word[], bar: Bar, parts: readonly Word[]): { word: Word; isLeft: boolean } | null {
  if (parts.length === 0) return null
  const largest = Math.max(...parts.map((w) => w.size))
  let best: { word: Word; isLeft: boolean; apart: number } | null = null
  for (const word of words) {
    if (parts.includes(word) || largest > 0.9 * word.size) continue
    if (bar.at < word.y0 + 0.25 * height(word) || bar.at > word.y1 - 0.2 * height(word)) continue
    const isLeft = word.x1 <= bar.from + 1
    const apart = isLeft ? bar.from - word.x1 : word.x0 - bar.to
    if (apart < -1 || apart > 1.5 * word.size || (best !== null && apart >= best.apart)) continue
    best = { word, isLeft, apart }
  }
  return best
}

// Finds equations that stand apart from the text and puts one word of LaTeX in the place of each.
import { type Box, boxAround, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isCommanded } from './characters.ts'
import { equationRows } from './equation-rows.ts'
import { hangOf } from './extension-signs.ts'
import { largeBrackets, opensCases } from './large-brackets.ts'
import { mathMark } from './marks.ts'
import { isApplied, isOfMath, isOpening, isScriptOf } from './of-math.ts'
import { functionNames, mathFont } from './symbols.ts'
import { type Bar, writeLatex } from './write-latex.ts'

const mostWords = 400
// A page has no more signs beside its prose, unless it is made to be slow.
const mostSigns = 2_000
const mostBars = 300
const widestBar = 250
/** Between a case and where it holds, of their size. */
const [leastGap, widestGap] = [0.8, 4]
// A page has no more braces with cases, and a case no more gaps, unless it is made to be slow.
const [mostBraces, mostGaps] = [40, 20]
const linesLookedAt = 7
const fewestLines = 3
const numbered = /^\(\d+(?:\.\d+)*[a-z]?\)$/

/** Words of equations are gone from the answer, and one stands for each. */
export function gatherEquations(words: readonly Word[], brackets: readonly Word[], bars: readonly Bar[]): Word[] {
  if (!words.some(isMath)) return [...words]
  const wholes = new Map<Word, Word>()
  // Roots within roots come as one word.
  const apart = (w: Word): Word[] => {
    if (!/^(?:√{2,}|[pqrs]{2,})$/.test(w.text) || !mathFont.test(w.font)) return [w]
    const step = (w.x1 - w.x0) / w.text.length
    return [...w.text].map((text, i) => {
      const part = { ...w, text, x0: w.x0 + i * step, x1: w.x0 + (i + 1) * step }
      wholes.set(part, w)
      return part
    })
  }
  const openings = [...words.filter(isOpening), ...brackets.filter(isOpening)].slice(0, mostSigns)
  const isText = (w: Word, i: number) => {
    const [before, after] = [words[i - 1], words[i + 1]]
    return isProse(w) && !isOfMath(w, before, after) && !isApplied(w, openings) && !isScriptOf(w, before)
  }
  const cases = inCases([...words.filter((w) => !isProse(w)), ...brackets], words)
  const prose = words.filter((w, i) => isText(w, i) && !cases.has(w))
  const texts = new Set(prose)
  const others = [...words.filter((w) => !texts.has(w)).flatMap(apart), ...brackets]
  const taken = new Map<Word, Word>()
  if (others.length > mostSigns || bars.length > mostBars) return [...words]
  const barsOf = (group: readonly Word[]) => {
    const box = boxAround(group)
    return bars.filter((bar) => bar.from > box.x0 - 6 && bar.to < box.x1 + 6 && bar.at > box.y0 - 3 && bar.at < box.y1 + 3)
  }
  for (const row of clustersOf(others, bars).flatMap((cluster) => equationRows(cluster, barsOf(cluster)))) {
    const group = withoutNumber(row)
    if (!isEquation(group, prose)) continue
    const box = boxAround(group)
    const own = barsOf(group)
    const latex = writeLatex(group, own)
    if (latex === '') continue
    const number = numberOf(box, words)
    const tag = number === undefined ? '' : ` \\tag{${number.text.slice(1, -1)}}`
    const size = Math.max(...group.map((w) => w.size))
    // As high as a line, in the middle of what it stands for.
    const middle = centreY(box)
    const word: Word = {
      ...group[0]!,
      ...box,
      y0: middle - size / 2,
      y1: middle + size / 2,
      text: `${mathMark}${latex}${tag}${mathMark}`,
      size,
      font: '',
      bold: false,
      italic: false,
      mono: false,
    }
    for (const w of number === undefined ? group : [...group, number]) taken.set(wholes.get(w) ?? w, word)
  }
  const given = new Set<Word>()
  return words.flatMap((w) => {
    const equation = taken.get(w)
    if (equation === undefined) return [w]
    if (given.has(equation)) return []
    given.add(equation)
    return [equation]
  })
}

const isMath = ({ font, text }: Word): boolean => mathFont.test(font) || [...text].some(isCommanded)
const isProse = (w: Word): boolean =>
  !mathFont.test(w.font) && /\p{L}{2,}/u.test(w.text) && !functionNames.has(w.text) && !(w.italic && /^d\p{Ll}$/u.test(w.text))

/** Words of the text behind a brace: where each case holds. */
function inCases(signs: readonly Word[], words: readonly Word[]): ReadonlySet<Word> {
  const found = new Set<Word>()
  // Between two columns of text no line above or below goes on.
  const isGutter = (from: number, to: number, { y0, y1 }: Box, size: number) =>
    !words.some((w) => {
      const isNear = (w.y1 < y0 && w.y1 > y0 - linesLookedAt * size) || (w.y0 > y1 && w.y0 < y1 + linesLookedAt * size)
      return isNear && w.x0 < (from + to) / 2 && w.x1 > (from + to) / 2
    })
  const brackets = signs.length > mostSigns ? [] : largeBrackets(signs)
  for (const brace of brackets.filter(({ latex }) => latex === '\\{').slice(0, mostBraces)) {
    const inside = words.filter((w) => w.x0 > brace.x1 - 1 && centreY(w) > brace.y0 && centreY(w) < brace.y1)
    const size = Math.max(...inside.map((w) => w.size))
    if (!opensCases(brace, brackets, size)) continue
    let [end, gaps] = [brace.x1, 0]
    for (const w of inside.sort((a, b) => a.x0 - b.x0)) {
      const isGap = w.x0 - end > leastGap * size
      if (w.x0 - end > widestGap * size || found.size >= mostWords || (isGap && ++gaps > mostGaps)) break
      if (isGap && isGutter(end, w.x0, brace, size)) break
      end = Math.max(end, w.x1)
      found.add(w)
    }
  }
  return found
}

function clustersOf(words: readonly Word[], bars: readonly Bar[]): Word[][] {
  const sorted = [...words].sort((a, b) => a.y0 - b.y0)
  const groups: Word[][] = []
  const seen = new Set<Word>()
  for (const first of sorted) {
    if (seen.has(first)) continue
    const group = [first]
    seen.add(first)
    for (let i = 0; i < group.length && group.length <= mostWords; i++) {
      for (const other of sorted) {
        if (other.y0 > group[i]!.y1 + 30) break
        if (seen.has(other) || !(isNear(group[i]!, other) || shareBar(group[i]!, other, bars))) continue
        seen.add(other)
        group.push(other)
      }
    }
    if (group.length <= mostWords) groups.push(group)
  }
  return groups
}

// Brackets told by their code alone reach further than their boxes say.
const reach = (w: Word): Word => ({ ...w, y1: hangOf(w) })

function isNear(first: Word, second: Word): boolean {
  const [a, b] = [reach(first), reach(second)]
  const size = Math.max(a.size, b.size)
  const across = Math.max(a.x0 - b.x1, b.x0 - a.x1)
  const down = Math.max(a.y0 - b.y1, b.y0 - a.y1)
  return (across < 2.2 * size && down < -0.2 * Math.min(a.size, b.size)) || (across < 0 && down < 0.35 * size)
}

function shareBar(a: Word, b: Word, bars: readonly Bar[]): boolean {
  const near = (w: Word, bar: Bar) => w.x1 > bar.from - 3 && w.x0 < bar.to + 3 && Math.max(w.y0 - bar.at, bar.at - w.y1) < 6
  // What stands before or behind a fraction has its bar at half its height.
  const beside = (w: Word, bar: Bar) => w.y0 < bar.at && w.y1 > bar.at && Math.max(bar.from - w.x1, w.x0 - bar.to) < 2.2 * w.size
  const isOf = (w: Word, bar: Bar) => near(w, bar) || beside(w, bar)
  return bars.some((bar) => bar.to - bar.from < widestBar && isOf(a, bar) && isOf(b, bar))
}

/** Its number, at the margin of its column: the next thing on its height, to the right or to the left. */
function numberOf(box: Box, words: readonly Word[]): Word | undefined {
  const beside = words.filter((w) => centreY(w) > box.y0 && centreY(w) < box.y1)
  const right = nearestOf(
    beside.filter((w) => w.x0 > box.x1),
    (w) => w.x0 - box.x1,
  )
  if (right !== undefined && numbered.test(right.text)) return right
  const left = nearestOf(
    beside.filter((w) => w.x1 < box.x0),
    (w) => box.x0 - w.x1,
  )
  if (left === undefined || !numbered.test(left.text) || box.x0 - left.x1 < left.size) return undefined
  // At the left it is where lines begin; else it is that of an equation in the column before.
  return words.filter((w) => Math.abs(w.x0 - left.x0) < 1).length > fewestLines ? left : undefined
}

const nearestOf = (words: readonly Word[], away: (w: Word) => number): Word | undefined =>
  words.reduce<Word | undefined>((best, w) => (best === undefined || away(w) < away(best) ? w : best), undefined)

/** Its number stands at the end, apart from it. */
function withoutNumber(row: readonly Word[]): readonly Word[] {
  const rest = [...row].sort((a, b) => a.x1 - b.x1)
  const last = rest.pop()!
  const end = Math.max(...rest.map((w) => w.x1))
  return numbered.test(last.text) && last.x0 - end > 0.5 * last.size ? rest : row
}

// Math in its font, enough to say something, and no prose on its height close by.
function isEquation(group: readonly Word[], prose: readonly Word[]): boolean {
  const text = group.map((w) => w.text).join('')
  if (group.length < 3 || !group.some((w) => mathFont.test(w.font)) || !/[=<>≤≥≈≡∼→∈⊂+−∑∫]|[XZ]/.test(text)) return false
  const box = boxAround(group)
  return !prose.some((w) => {
    const across = Math.max(w.x0 - box.x1, box.x0 - w.x1)
    return centreY(w) > box.y0 && centreY(w) < box.y1 && across < 3 * w.size
  })
}

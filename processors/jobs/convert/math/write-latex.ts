// Words and rules of one equation as LaTeX: fractions and roots by their rules, limits and scripts by size and height, matrices by rows.
import { type Box, boxAround, centreX, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { joinLatex, latexOfText } from './characters.ts'
import { extensionSignOf, hangOf, isExtension } from './extension-signs.ts'
import { largeBrackets } from './large-brackets.ts'
import { scriptShare } from './of-math.ts'
import { latexOfWord, scriptsOf } from './symbols.ts'

/** A fraction's bar, or the roof of a root. */
export type Bar = { readonly at: number; readonly from: number; readonly to: number }
type Token = Box & { latex: string; size: number; kind: 'text' | 'operator' | 'composite' | 'bracket' }

const mostDepth = 12
/** Of their size: cells of a matrix are closer than a case and where it holds. */
const [betweenCells, betweenParts] = [0.3, 0.5]
const isRoot = (w: Word) => w.text === '√' || (isExtension(w) && /^[pqrs]$/.test(w.text))
const limited = /^\\(?:sum|prod|coprod|int|oint|iint|big(?:cup|cap|oplus|otimes|odot|wedge|vee|sqcup|uplus)|lim|max|min|sup|inf)$/

export function writeLatex(words: readonly Word[], bars: readonly Bar[], depth = 0): string {
  if (words.length === 0) return ''
  if (depth > mostDepth) return joinLatex(words.map(({ text }) => latexOfText(text)))
  const rest = new Set(words)
  const own = bars.filter((bar) => words.some((w) => meets(w, bar))).sort((a, b) => b.to - b.from - (a.to - a.from))
  const used = new Set<Bar>()
  const tokens: Token[] = []
  for (const bar of own) {
    if (used.has(bar)) continue
    const root = [...rest].find(
      (w) => isRoot(w) && Math.abs(w.x1 - bar.from) < 0.35 * w.size && bar.at < w.y1 && bar.at > w.y0 - w.size && !used.has(bar),
    )
    const inside = [...rest].filter((w) => w !== root && isWithin(w, bar))
    const inner = own.filter((other) => other !== bar && !used.has(other) && other.from >= bar.from - 1 && other.to <= bar.to + 1)
    const [above, below] = [inside.filter((w) => centreY(w) < bar.at), inside.filter((w) => centreY(w) >= bar.at)]
    const taken = root === undefined ? inside : [root, ...below]
    if (root === undefined ? above.length === 0 || below.length === 0 : below.length === 0) continue
    for (const w of taken) rest.delete(w)
    for (const other of inner) if (root === undefined || other.at > bar.at) used.add(other)
    used.add(bar)
    const under = inner.filter((b) => b.at > bar.at)
    const box = { ...boxAround(taken), x0: root?.x0 ?? bar.from, x1: bar.to }
    const size = Math.max(...taken.map((w) => w.size))
    if (root !== undefined) {
      tokens.push({ ...box, y0: bar.at, size, kind: 'composite', latex: `\\sqrt{${writeLatex(below, under, depth + 1)}}` })
      continue
    }
    const latex = `\\frac{${writeLatex(
      above,
      inner.filter((b) => b.at < bar.at),
      depth + 1,
    )}}{${writeLatex(below, under, depth + 1)}}`
    // Its bar is on the axis of the line, however high its parts are.
    const half = Math.min(bar.at - box.y0, box.y1 - bar.at)
    tokens.push({ ...box, y0: bar.at - half, y1: bar.at + half, size, kind: 'composite', latex })
  }
  for (const { words: own, ...bracket } of largeBrackets([...rest])) {
    for (const w of own) rest.delete(w)
    tokens.push({ ...bracket, kind: 'bracket' })
  }
  for (const w of rest) tokens.push(tokenOf(w))
  return writeRow(tokens)
}

const meets = (w: Box, bar: Bar) => centreX(w) > bar.from - 1 && centreX(w) < bar.to + 1
const isWithin = (w: Box, bar: Bar) => w.x0 > bar.from - 2 && w.x1 < bar.to + 2

function tokenOf(w: Word): Token {
  const box = { x0: w.x0, y0: w.y0, x1: w.x1, y1: w.y1, size: w.size }
  const sign = extensionSignOf(w)
  // These hang from the line's top.
  if (sign !== undefined) return { ...box, y1: hangOf(w), latex: sign.latex, kind: sign.kind }
  const latex = latexOfWord(w)
  return { ...box, latex, kind: limited.test(latex) ? 'operator' : 'text' }
}

function writeRow(all: Token[]): string {
  if (all.length === 0) return ''
  const tokens = withMatrices(all)
  const largest = sizeOf(tokens)
  const operators = tokens.filter((t) => t.kind === 'operator')
  const limits = new Map<Token, { below: Token[]; above: Token[] }>()
  const runs = runsOf(tokens.filter((t) => t.kind === 'text' && t.size <= scriptShare * largest))
  const rest = tokens.filter((t) => {
    if (t.kind !== 'text' && t.kind !== 'composite') return true
    const run = runs.get(t) ?? [t]
    const reached = operators.filter((o) => run.some((part) => isLimitOf(part, o, largest)))
    if (reached.length === 0) return true
    // Limits of two that stand side by side touch each other.
    const operator = reached.reduce((best, o) => (awayX(t, o) < awayX(t, best) ? o : best))
    const own = limits.get(operator) ?? { below: [], above: [] }
    limits.set(operator, own)
    own[centreY(t) > centreY(operator) ? 'below' : 'above'].push(t)
    return false
  })
  const sorted = rest.sort((a, b) => a.x0 - b.x0)
  const pieces: string[] = []
  let base: Token | null = null
  let scripts: { up: Token[]; down: Token[] } = { up: [], down: [] }
  const flush = () => {
    pieces.push(scriptsOf(writeRow(scripts.down), writeRow(scripts.up)))
    scripts = { up: [], down: [] }
  }
  for (const token of sorted) {
    const shift: number = base === null ? 0 : centreY(base) - centreY(token)
    const size = Math.min(base?.size ?? 0, largest)
    const isScript =
      base !== null && token.size < scriptShare * size && token.kind !== 'operator' && Math.abs(shift) > 0.12 * size
    if (isScript) {
      scripts[shift > 0 ? 'up' : 'down'].push(token)
      continue
    }
    flush()
    pieces.push(token.latex)
    const own = limits.get(token)
    if (own) pieces.push(scriptsOf(writeRow(own.below), writeRow(own.above)))
    if (token.kind === 'operator') pieces.push(' ')
    base = token
  }
  flush()
  return joinLatex(pieces).replace(/\s+/g, ' ').trim()
}

const awayX = (a: Box, b: Box): number => Math.abs(centreX(a) - centreX(b))

/** What stands close behind each other on one height: a limit may be wider than its operator. */
function runsOf(tokens: readonly Token[]): ReadonlyMap<Token, readonly Token[]> {
  const runs = new Map<Token, Token[]>()
  for (const token of [...tokens].sort((a, b) => a.x0 - b.x0)) {
    const isNext = (a: Token) =>
      token.x0 - a.x1 < 0.35 * token.size &&
      token.x0 >= a.x0 &&
      Math.abs(centreY(a) - centreY(token)) < 0.35 * Math.max(a.size, token.size)
    const last = [...runs.keys()].findLast(isNext)
    const run = last === undefined ? [] : runs.get(last)!
    run.push(token)
    runs.set(token, run)
  }
  return runs
}

// Operators have a larger font in some families.
function sizeOf(tokens: readonly Token[]): number {
  const others = tokens.filter((t) => t.kind !== 'operator')
  return Math.max(...(others.length > 0 ? others : tokens).map((t) => t.size))
}

// Above or below it, or, of an integral, right behind its ends.
function isLimitOf(t: Token, operator: Token, largest: number): boolean {
  if (t.size > scriptShare * largest) return false
  const isOver = centreX(t) > operator.x0 - 1.2 * t.size && centreX(t) < operator.x1 + 1.2 * t.size
  const apart = Math.max(operator.y0 - t.y1, t.y0 - operator.y1)
  if (isOver && apart > -0.8 * t.size && apart < largest) return Math.abs(centreY(t) - centreY(operator)) > 0.5 * largest
  return (
    operator.latex === '\\int' &&
    t.x0 - operator.x1 < 0.3 * largest &&
    t.x0 >= operator.x0 &&
    Math.abs(centreY(t) - centreY(operator)) > 0.6 * largest
  )
}

/** Between two large brackets: rows of cells, or else what stands there. The innermost first. */
function withMatrices(tokens: readonly Token[]): Token[] {
  let result = [...tokens]
  for (;;) {
    const brackets = result.filter((t) => t.kind === 'bracket').sort((a, b) => a.x0 - b.x0)
    const at = brackets.findIndex((t, i) => isOpening(t) && brackets[i + 1] !== undefined && !isOpening(brackets[i + 1]!))
    if (at < 0) return withCases(result)
    const [left, right] = [brackets[at]!, brackets[at + 1]!]
    const inside = result.filter((t) => t.kind !== 'bracket' && t.x0 >= left.x0 && t.x1 <= right.x1 + 1)
    const taken = new Set([left, right, ...inside])
    result = result.filter((t) => !taken.has(t))
    if (inside.length === 0) continue
    const size = sizeOf(inside)
    const isMatrix = isStacked(inside.filter((t) => t.kind === 'text' && t.size > 0.9 * size))
    const latex = isMatrix ? `\\begin{matrix} ${writeRows(inside, betweenCells)} \\end{matrix}` : writeRow(inside)
    const middle = centreY(boxAround(inside))
    result.push({
      x0: left.x0,
      x1: right.x1,
      y0: middle - size,
      y1: middle + size,
      size,
      kind: 'composite',
      latex: `\\left${left.latex} ${latex} \\right${right.latex}`,
    })
  }
}

/** Behind a brace that nothing closes, row below row. */
function withCases(tokens: readonly Token[]): Token[] {
  const brace = tokens.filter((t) => t.kind === 'bracket' && t.latex === '\\{').sort((a, b) => b.x0 - a.x0)[0]
  const others = tokens.filter((t) => t !== brace).map((t) => (t.kind === 'bracket' ? { ...t, kind: 'text' as const } : t))
  if (brace === undefined) return others
  const inside = others.filter((t) => t.x0 >= brace.x0 && centreY(t) > brace.y0 && centreY(t) < brace.y1)
  if (!isStacked(inside)) return [...others, { ...brace, kind: 'text' }]
  const latex = `\\begin{cases} ${writeRows(inside, betweenParts)} \\end{cases}`
  const taken = new Set(inside)
  return [
    ...others.filter((t) => !taken.has(t)),
    { ...boxAround([brace, ...inside]), size: sizeOf(inside), kind: 'composite', latex },
  ]
}

const isOpening = ({ latex }: Token): boolean => /^(?:\(|\[|\\\{|\\lfloor|\\lceil)$/.test(latex)
const isStacked = (tokens: readonly Token[]): boolean => tokens.length > 1 && rowsOf(tokens).length > 1

function rowsOf(tokens: readonly Token[]): Token[][] {
  const largest = sizeOf(tokens)
  const isSmall = (t: Token) => t.kind === 'text' && t.size <= scriptShare * largest
  const rows: Token[][] = []
  for (const token of tokens.filter((t) => !isSmall(t)).sort((a, b) => centreY(a) - centreY(b))) {
    const row = rows.at(-1)
    if (row && centreY(token) - centreY(row[0]!) < 0.75 * largest) row.push(token)
    else rows.push([token])
  }
  const away = (t: Token, row: readonly Token[]) => Math.min(...row.map((own) => Math.abs(centreY(own) - centreY(t))))
  for (const token of tokens.filter(isSmall))
    rows.reduce((best, row) => (away(token, row) < away(token, best) ? row : best)).push(token)
  return rows
}

/** Cells are parted where no row has anything. */
function writeRows(tokens: readonly Token[], leastGap: number): string {
  const size = sizeOf(tokens)
  const starts: number[] = []
  let end = Number.POSITIVE_INFINITY
  for (const t of [...tokens].sort((a, b) => a.x0 - b.x0)) {
    if (t.x0 - end > leastGap * size) starts.push(t.x0)
    end = Math.max(Number.isFinite(end) ? end : t.x1, t.x1)
  }
  const cellOf = (t: Token) => starts.filter((x) => x <= t.x0 + 0.01).length
  return rowsOf(tokens)
    .map((row) => [...starts.keys(), starts.length].map((n) => writeRow(row.filter((t) => cellOf(t) === n))).join(' & '))
    .join(' \\\\ ')
}

// The sentences of a text with where they stand in it: words wrapped over lines are one sentence, list items and headings stand alone.
import { spaceless } from '../read/text/words.ts'
import { wordsOf } from './measure.ts'
import { type Piece, pieceOf, type Span } from './piece.ts'

export type Sentence = {
  readonly index: number
  readonly kind: 'sentence' | 'item' | 'heading'
  readonly span: Span
  readonly piece: Piece
  readonly words: readonly string[]
  /** It opens a paragraph. */
  readonly isFirst: boolean
  readonly quotes: boolean
  /** Of a heading that the text marks as one, from 1; else 0. */
  readonly level: number
}

type Unit = { readonly kind: Sentence['kind']; readonly level: number; readonly start: number; readonly end: number }

export const mostSentences = 600
const longest = 6_000
/** With a small letter, where a script has both. */
const beginsInside = (text: string): boolean => /^\P{L}*\p{Ll}/u.test(text)
const ends = /[.!?…。！？؟।॥]["'”’»)\]」』]?$/u
const marker = /^\s*(?:#{1,6}\s+|>\s?|[-*+•·‣◦]\s+|\d{1,3}[.)]\s+)/u
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const quoted = /["“”«»„「」『』]/u
// Words that a dot shortens, so that the sentence goes on behind them.
const shortened =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|fig|figs|eq|no|dr|mr|mrs|ms|prof|st|inc|ltd|co|corp|jr|sr|approx|dept|est|vol|pp|u\.s|z\.b|bzw|ca|nr|art|mio|mrd|tsd|usw|vgl|ggf|evtl|inkl|abb|str|p\.ej|sra|aprox|pág|núm|p\.\s?ex|sig|dott|t\.d|т\.е|г|ул|тыс|млн|млрд|руб|стр|им|\p{Lu})\.$/iu
// These before a number alone: "Jan. 5", but "in January."
const beforeNumbers = /(?:^|[\s(])(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|bn|p|ch|sec|art|n)\.$/iu
const wrapsFrom = 40

export function sentencesOf(source: string, language: string | null): Sentence[] {
  const segmenter = new Intl.Segmenter(language ?? 'und', { granularity: 'sentence' })
  const found: Sentence[] = []
  for (const unit of unitsOf(source)) {
    let isFirst = true
    for (const span of unit.kind === 'heading' ? [trim(source, unit)] : spansOf(source, unit, segmenter)) {
      if (span.end <= span.start) continue
      const piece = pieceOf(source, linesOf(source, span), spaceless.test(source.slice(span.start, span.end)) ? '' : ' ')
      const words = wordsOf(piece.text.slice(0, longest))
      if (words.length === 0) continue
      const { kind, level } = unit
      found.push({ index: found.length, kind, level, span, piece, words, isFirst, quotes: quoted.test(piece.text) })
      isFirst = false
      if (found.length >= mostSentences) return found
    }
  }
  return found
}

const leastOfProse = 6

/** Those that stand above prose, or at the very top: the cells of a table and the words of a figure are short lines too. */
export const headingsOf = (sentences: readonly Sentence[]): Sentence[] =>
  sentences.filter((one, i) => {
    if (one.kind !== 'heading') return false
    const next = sentences[i + 1]
    if (one.level > 0) return next !== undefined && (next.kind !== 'heading' || next.level > one.level)
    return i === 0 || (next !== undefined && next.kind !== 'heading' && next.words.length >= leastOfProse)
  })

// Below, a line that looks like a title is one of a part.
const titleWithin = 5

/** What stands above the whole text, where it says enough for that. */
export const titleAmong = (headings: readonly Sentence[]): Sentence | undefined =>
  headings.find(({ level }) => level === 1) ??
  headings.find((heading) => heading.index < titleWithin && (heading.level === 0 || heading.index === 0) && couldBeTitle(heading))

export function couldBeTitle({ level, piece: { text }, words }: Sentence): boolean {
  if (/^\w+:\/\/\S*$/.test(text)) return false
  if (level > 0 || words.length >= 3) return true
  return spaceless.test(text) ? [...text].length >= 6 : words.length === 2 && text.length >= 12
}

/** How whole it is, from 0 to 1: a line that a page or a column cut off says half of something. */
export function wholenessOf({ kind, piece: { text } }: Sentence): number {
  if (kind !== 'sentence') return 1
  const isCutOff = /\p{L}-$/u.test(text)
  return (isCutOff ? 0.2 : ends.test(text) ? 1 : 0.5) * (beginsInside(text) ? 0.5 : 1) * (openBrackets(text) === 0 ? 1 : 0.5)
}

/** Paragraphs, list items and headings. */
function unitsOf(source: string): Unit[] {
  const units: Unit[] = []
  let isOpen = false
  let at = 0
  for (const line of source.split('\n')) {
    const [mark = ''] = marker.exec(line) ?? []
    const start = at + mark.length
    const end = at + line.length
    at = end + 1
    // A short line wraps nothing: what follows begins anew.
    const wraps = end - start >= wrapsFrom
    if (line.trim() === '') isOpen = false
    else if (isOpen && mark === '') {
      units.push({ ...units.pop()!, end })
      isOpen = wraps
    } else {
      const kind = kindOf(mark, line, wraps)
      units.push({ kind, level: mark.trim().lastIndexOf('#') + 1, start, end })
      isOpen = wraps && kind !== 'heading'
    }
  }
  return units
}

function kindOf(mark: string, line: string, wraps: boolean): Unit['kind'] {
  if (mark.trimStart().startsWith('#')) return 'heading'
  if (mark.trim() !== '' && mark.trim() !== '>') return 'item'
  return !wraps && isTitle(line) ? 'heading' : 'sentence'
}

// No title begins in the middle of a sentence, breaks off in a word or is a figure alone.
const isTitle = (line: string): boolean => {
  const said = line.trim()
  return !ends.test(said) && !/[,;:，；：-]$/u.test(said) && !beginsInside(said) && /\p{L}{2}|\p{Lo}/u.test(said)
}

function spansOf(source: string, { start, end }: Unit, segmenter: Intl.Segmenter): Span[] {
  // Of the same length, so that offsets stay what they are.
  const text = source.slice(start, end).replaceAll('\n', ' ')
  const spans: Span[] = []
  let from = 0
  for (const { index, segment } of segmenter.segment(text)) {
    const to = index + segment.length
    const said = text.slice(from, to).trimEnd()
    if (to < text.length && (isInBrackets(text, said, to) || goesOn(said.slice(-12), text.slice(to - 1, to + 1)))) continue
    spans.push(...clausesOf(source, trim(source, { start: start + from, end: start + to })))
    from = to
  }
  if (from < text.length) spans.push(trim(source, { start: start + from, end }))
  return spans
}

const mostInBrackets = 400
/** Below zero where more close than open. */
const openBrackets = (text: string): number => text.split('(').length - text.split(')').length

/** "(Fig. 3 and 4)", "(p. 12)", "(as they say. Often.)" end nothing before they close. */
function isInBrackets(text: string, said: string, to: number): boolean {
  if (said.length >= mostInBrackets || openBrackets(said) <= 0) return false
  const closes = text.indexOf(')', to)
  return closes >= 0 && closes - to < mostInBrackets
}

/** Behind an abbreviation, and inside an address or a figure: "path?x=1" holds no blank. */
function goesOn(said: string, [last = '', next = '']: string): boolean {
  if (shortened.test(said) || (/\d/.test(next) && beforeNumbers.test(said))) return true
  return /[.?!]/.test(last) && /[\p{L}\p{N}]/u.test(next) && !spaceless.test(next)
}

const leastClause = 40
const mostClause = 140

// Thai and its neighbours end a sentence with a blank, as they part clauses.
function clausesOf(source: string, span: Span): Span[] {
  const text = source.slice(span.start, span.end)
  if (text.length <= mostClause || !unspaced.test(text)) return [span]
  const clauses: Span[] = []
  let from = 0
  for (const { index } of text.matchAll(/\s/g)) {
    if (index - from < leastClause) continue
    clauses.push(trim(source, { start: span.start + from, end: span.start + index }))
    from = index
  }
  return [...clauses, trim(source, { start: span.start + from, end: span.end })]
}

function trim(source: string, { start, end }: Span): Span {
  const text = source.slice(start, end)
  const left = text.length - text.trimStart().length
  return { start: start + left, end: Math.max(start + left, start + text.trimEnd().length) }
}

function linesOf(source: string, { start, end }: Span): Span[] {
  const spans: Span[] = []
  let from = start
  for (const line of source.slice(start, end).split('\n')) {
    const span = trim(source, { start: from, end: from + line.length })
    if (span.end > span.start) spans.push(span)
    from += line.length + 1
  }
  return spans
}

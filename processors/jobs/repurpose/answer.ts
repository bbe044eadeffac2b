// The answer: what was drafted, what it was drafted from, and how well the source carries it; all counted.
import { entitiesOf } from './entities.ts'
import { drafts } from './formats/index.ts'
import type { Item, Made } from './item.ts'
import type { Ranked } from './rank.ts'
import type { RepurposeAnswer } from './schema.ts'
import { type Sentence, titleAmong } from './sentences.ts'
import type { FormatName, RepurposeInput, SourceText } from './task-shape.ts'

type Parts = {
  readonly input: RepurposeInput
  readonly given: SourceText
  readonly text: string
  readonly language: string | null
  readonly language_source: 'declared' | 'guessed' | 'unknown'
  readonly sentences: readonly Sentence[]
  readonly ranked: readonly Ranked[]
  readonly headings: readonly Sentence[]
  readonly glue: string
  readonly notes: readonly string[]
}

const mostKeyPoints = 12

export function answerOf(parts: Parts): RepurposeAnswer {
  const { input, given, text, language, language_source, sentences, ranked, headings, glue, notes } = parts
  const from = { sentences, ranked, headings, glue, maxItems: input.maxItems }
  const outputs = Object.fromEntries(input.formats.map((name) => [name, drafts[name](from)])) as Record<FormatName, Made>
  const words = sentences.reduce((sum, one) => sum + one.words.length, 0)
  const source = {
    title: given.title ?? titleAmong(headings)?.piece.text.slice(0, 300).toWellFormed() ?? null,
    characters: text.length,
    words,
    sentences: sentences.length,
    language,
    language_source,
    reading_grade: gradeOf(language, sentences, words),
    page: given.page,
    changed: given.page === null && text !== given.text,
    text,
  }
  return {
    signal: judge({
      outputs,
      ranked,
      words,
      sentences: sentences.length,
      language,
      isClean: !text.includes('\ufffd'),
      asOf: input.asOf,
    }),
    outputs,
    key_points: ranked
      .slice(0, mostKeyPoints)
      .map(({ sentence, weight }) => ({ text: sentence.piece.text, weight, ...sentence.span })),
    entities: entitiesOf(sentences),
    checks: { unsupported_claims: [], quotes_verbatim: true, numbers_match: true },
    mode_used: 'extractive',
    model: null,
    source,
    notes: [...notes],
  }
}

type Judged = {
  readonly outputs: Readonly<Record<string, Made>>
  readonly ranked: readonly Ranked[]
  readonly words: number
  readonly sentences: number
  readonly language: string | null
  readonly isClean: boolean
  readonly asOf: string
}

function judge({ outputs, ranked, words, sentences, language, isClean, asOf }: Judged): RepurposeAnswer['signal'] {
  const made = Object.values(outputs)
  const items = made.flatMap((one) => one.items)
  const top = ranked.slice(0, 5)
  const covered = top.filter(({ sentence: { span } }) => items.some((item) => holds(item, span.start))).length
  const lengthFit =
    made.reduce(
      (sum, one) => sum + (one.items.length === 0 ? 0 : one.items.filter(({ cut }) => !cut).length / one.items.length),
      0,
    ) / made.length
  const score = Math.round(50 * (covered / Math.max(1, top.length)) + 30 * lengthFit + 20)
  // What says one thing over and over is no more than that.
  const isWeak = words < 80 || sentences < 4 || ranked.length < 3
  const empty = made.filter((one) => one.items.length === 0).length
  return {
    label: isWeak ? 'weak_source' : score >= 70 && empty === 0 && isClean ? 'ready' : 'usable',
    score: isWeak ? Math.min(score, 50) : score,
    score_range: [0, 100],
    confidence: Math.round((0.5 + 0.3 * Math.min(1, sentences / 20) + (language === null ? 0 : 0.15)) * 100) / 100,
    as_of: asOf,
    summary: `${items.length} part(s) in ${made.length} format(s) from ${sentences} sentences of ${words} words, every one a slice of the source.`,
  }
}

const holds = (item: Item, start: number) => item.source_spans.some((span) => span.start <= start && start < span.end)

// The Automated Readability Index, which was made for English.
function gradeOf(language: string | null, sentences: readonly Sentence[], words: number): number | null {
  if (language === null || !/^en\b/i.test(language) || words === 0) return null
  const letters = sentences.flatMap((one) => one.words).reduce((sum, word) => sum + word.length, 0)
  const grade = 4.71 * (letters / words) + 0.5 * (words / sentences.length) - 21.43
  return Math.round(Math.max(0, grade) * 10) / 10
}

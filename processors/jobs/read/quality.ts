// How good a reading is: score, label, confidence and one sentence, all from counted facts.
import type { ReadSignal } from './answer.ts'

export type ReadingFacts = {
  words: number
  // Share of the page's shown text that was kept.
  textShare: number
  hasTitle: boolean
  headings: number
  metadataParts: number
  // How much two independent extractors agree on the amount of prose, or 1 where only one can apply.
  agreement: number
  blocked: boolean
  damaged: boolean
  title: string | null
  site: string
  fetchedAt: Date
}

const saturate = (x: number) => Math.min(1, Math.max(0, x))

export function judgeReading(facts: ReadingFacts): ReadSignal {
  const structure = (facts.hasTitle ? 0.5 : 0) + 0.5 * saturate(facts.headings / 2)
  const parts =
    40 * saturate(facts.words / 300) + 25 * saturate(facts.textShare) + 20 * structure + 15 * saturate(facts.metadataParts / 4)
  const label = labelOf(facts)
  const score = label === 'blocked' ? Math.min(10, parts) : label === 'thin' ? Math.min(40, parts) : parts
  const confidence = Math.min(0.99, Math.max(0.05, 0.5 + 0.45 * facts.agreement - (facts.damaged ? 0.2 : 0)))
  return {
    label,
    score: Math.round(score * 10) / 10,
    score_range: [0, 100],
    confidence: Math.round(confidence * 100) / 100,
    as_of: facts.fetchedAt.toISOString(),
    summary: summaryOf(label, facts),
  }
}

function labelOf(facts: ReadingFacts): ReadSignal['label'] {
  if (facts.blocked) return 'blocked'
  if (facts.words < 50) return 'thin'
  return facts.damaged ? 'partial' : 'readable'
}

function summaryOf(label: ReadSignal['label'], facts: ReadingFacts): string {
  const what = {
    readable: `Read ${facts.words} words`,
    partial: `Read part of the page, ${facts.words} words in all`,
    thin: `Only ${facts.words} words found`,
    blocked: 'A log-in, consent or bot check stands before the content',
  }[label]
  const where = ` at ${facts.site}`
  const title = facts.title === null ? '' : `: “${facts.title}”`
  const text = `${what}${where}${title}`
  return text.length <= 239 ? `${text}.` : `${text.slice(0, 238).toWellFormed()}…`
}

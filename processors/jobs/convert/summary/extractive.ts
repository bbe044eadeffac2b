// A summary made of the document's own sentences, in their order: deterministic, and never more than it says.
import { disarmWords } from '../../markdown/disarm.ts'
import type { PageLayout } from '../page-layout.ts'
import type { DocumentSummary } from '../schema.ts'
import { sentencesOf } from './sentences.ts'
import { textRank } from './text-rank.ts'

const mostWords = 120
const countWords = (text: string) => text.split(/\s+/).length

export function extractiveSummary(pages: readonly PageLayout[]): DocumentSummary | null {
  const sentences = sentencesOf(pages)
  if (sentences.length === 0) return null
  const ranks = textRank(sentences)
  // Opening sentences carry the point of a section; a section already quoted has had its say.
  const scored = sentences.map((s, i) => ({ s, i, score: ranks[i]! * (s.first ? 1.15 : 1) * (i < 3 ? 1.2 : 1) }))
  const chosen: typeof scored = []
  const said = new Map<number, number>()
  let words = 0
  while (true) {
    const next = scored
      .filter((c) => !chosen.includes(c) && words + countWords(c.s.text) <= mostWords)
      .map((c) => ({ c, score: c.score / (1 + 0.5 * (said.get(c.s.section) ?? 0)) }))
      .sort((a, b) => b.score - a.score || a.c.i - b.c.i)[0]
    if (!next) break
    chosen.push(next.c)
    words += countWords(next.c.s.text)
    said.set(next.c.s.section, (said.get(next.c.s.section) ?? 0) + 1)
  }
  if (chosen.length === 0) return null
  const text = chosen
    .sort((a, b) => a.i - b.i)
    .map((c) => c.s.text)
    .join(' ')
  return { text: disarmWords(text), method: 'extractive', model: null }
}

// What a page says of a task: a few of its own sentences, those nearest to the task's words chosen, in their order.
import { tellingWords } from '../../inputs/query-text.ts'
import type { Evidence } from '../repurpose/task-shape.ts'
import { shown } from './finding.ts'

const mostQuotes = 4
const mostQuote = 300

export function quotesOf(evidence: readonly Evidence[], task: string): string[] {
  const asked = new Set(tellingWords(task))
  const near = evidence.map(({ start, text }) => {
    const said = shown(text.slice(0, 4 * mostQuote), mostQuote)
    return { start, said, shared: new Set(tellingWords(said).filter((word) => asked.has(word))).size }
  })
  return near
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, mostQuotes)
    .sort((a, b) => a.start - b.start)
    .map(({ said }) => said)
}

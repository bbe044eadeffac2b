// Names a text tells of again and again: runs of capitalised words inside sentences. Scripts without capitals have none that could be told so.
import type { Sentence } from './sentences.ts'

const mostEntities = 15
const capital = /^\p{Lu}/u

export function entitiesOf(sentences: readonly Sentence[]): { text: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { words, kind } of sentences) {
    if (kind === 'heading') continue
    // The first word has its capital from the sentence.
    let run: string[] = []
    for (const word of [...words.slice(1, 400), '']) {
      if (capital.test(word) && run.length < 4) run.push(word)
      else if (run.length > 0) {
        const name = run.join(' ')
        if (name.length > 1) counts.set(name, (counts.get(name) ?? 0) + 1)
        run = []
      }
    }
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, mostEntities)
    .map(([text, count]) => ({ text: text.slice(0, 120).toWellFormed(), count }))
}

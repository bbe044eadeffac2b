// Names a text tells of again and again: runs of capitalised words inside sentences. Scripts without capitals have none that could be told so.
import type { Sentence } from './sentences.ts'

const mostEntities = 15
const most = 4
const capital = /^\p{Lu}/u
// What may stand within a name: a comma ends it.
const joining = new Set(['', ' ', '. ', '.', '-', "'", '’', '&', ' & '])

export function entitiesOf(sentences: readonly Sentence[]): { text: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { words, kind, piece } of sentences) {
    if (kind === 'heading') continue
    let name = ''
    let length = 0
    let end = 0
    const close = () => {
      if (name.length > 1) counts.set(name, (counts.get(name) ?? 0) + 1)
      name = ''
      length = 0
    }
    // The first word has its capital from the sentence.
    for (const [i, word] of words.slice(0, 400).entries()) {
      const at = piece.text.indexOf(word, end)
      const between = at < 0 ? ' ' : piece.text.slice(end, at).replace(/\s+/g, ' ')
      if (at >= 0) end = at + word.length
      if (length > 0 && (!capital.test(word) || length === most || !joining.has(between))) close()
      if (i === 0 || !capital.test(word) || length === most) continue
      name = length === 0 ? word : `${name}${between}${word}`
      length++
    }
    close()
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, mostEntities)
    .map(([text, count]) => ({ text: text.slice(0, 120).toWellFormed(), count }))
}

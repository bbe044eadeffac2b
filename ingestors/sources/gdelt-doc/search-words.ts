// A key as the index's own search expression: all of its words, in one language or in any; marks and operators are not passed on.
import { partsOfNewsKey } from '../news-index/topic.ts'

// Shorter words are refused, save where two characters are one.
const fewestLetters = 3
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u
const languages = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

export function searchWords(key: string): string {
  const { lang, query } = partsOfNewsKey(key)
  const words = query
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => (unspaced.test(word) ? [...word].length >= 2 : [...word].length >= fewestLetters))
  // AND, OR and NOT would be operators; the search knows no case.
  const plain = words.filter((word) => !/^(or|and|not)$/i.test(word)).join(' ')
  return lang === 'any' ? plain : `${plain} sourcelang:${languages.of(lang)!.toLowerCase()}`
}

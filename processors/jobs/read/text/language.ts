// The language of a page: what it declares when that is a plausible tag, otherwise a guess from its text.
import { detectAll } from 'tinyld'

export type LanguageGuess = { language: string | null; language_source: 'declared' | 'guessed' | 'unknown' }

const guessedChars = 4000
const leastChars = 60

export function guessLanguage(declared: string | null, text: string): LanguageGuess {
  const tag = canonicalTag(declared)
  if (tag !== null) return { language: tag, language_source: 'declared' }
  if (text.length < leastChars) return { language: null, language_source: 'unknown' }
  const judged = text.slice(0, guessedChars)
  const [best, next] = detectAll(judged).filter(({ lang }) => !(marked.has(lang) && isPlain(judged)))
  // A guess counts when it is well ahead of the second best, however sure the detector calls itself.
  if (best === undefined || best.accuracy < 0.05 || best.accuracy < 2 * (next?.accuracy ?? 0))
    return { language: null, language_source: 'unknown' }
  return { language: best.lang, language_source: 'guessed' }
}

// Written with marks in nearly every sentence: of many plain letters and none of those the text is not of them.
const marked = new Set('vi cs pl hu tr ro lt lv sk'.split(' '))
const leastPlain = 200
const isPlain = (text: string): boolean =>
  !/[^\p{ASCII}\p{P}\p{S}\s]/u.test(text) && text.replace(/[^a-z]/gi, '').length >= leastPlain

function canonicalTag(declared: string | null): string | null {
  const tag = declared?.trim().replaceAll('_', '-') ?? ''
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag)) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

// Text as the words it is searched by: lower case, marks gone, runs of scripts without blanks as pairs of characters.

// Those Postgres has a dictionary for; words of any other language are taken as they are.
const dictionaries: Readonly<Record<string, string>> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}

const plain = 'simple'

export const dictionaryOf = (lang: string | null): string => (lang === null ? plain : (dictionaries[lang] ?? plain))

/** For a question to all languages: a word is searched for as each of them has it. */
export const allDictionaries: readonly string[] = [plain, ...Object.values(dictionaries)]

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]+/gu

// The database's own idea of letters and case depends on its locale; this one does not.
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(\p{L})['’]s\b/gu, '$1')
    .replaceAll(unspaced, (run) => ` ${pairsOf(run).join(' ')} `)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}

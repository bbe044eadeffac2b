// Any script in Latin letters: what shows nothing is taken out, look-alikes of another alphabet are read as what they look like.
import anyAscii from 'any-ascii'

// Letters that are drawn as a Latin one; inside a word of Latin letters they are a disguise, in a word of their own script they are not.
const lookAlikes = new Map(
  [
    ...[
      'аa',
      'сc',
      'еe',
      'оo',
      'рp',
      'уy',
      'хx',
      'іi',
      'ѕs',
      'јj',
      'кk',
      'мm',
      'тt',
      'нh',
      'вb',
      'һh',
      'ԁd',
      'ԛq',
      'ԝw',
      'ӏl',
      'ґr',
    ],
    ...['οo', 'αa', 'νv', 'ρp', 'τt', 'υu', 'κk', 'ιi', 'εe', 'χx', 'βb', 'ηn', 'γy', 'ωw', 'ɑa', 'ɡg', 'ıi', 'օo', 'սu', 'հh'],
  ].map(([other, latin]) => [other!, latin!]),
)
// Joined or turned letters whose plain form any-ascii gives otherwise than names are written.
const own: Readonly<Record<string, string>> = {
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ə: 'e',
  ё: 'yo',
  щ: 'shch',
  х: 'kh',
  ъ: '',
  ь: '',
  ы: 'y',
  э: 'e',
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'a',
  ٱ: 'a',
  ى: 'a',
  ة: 'a',
  ع: '',
  ځ: 'z',
  څ: 's',
  ړ: 'r',
  ښ: 'sh',
  ږ: 'g',
}

/** Scripts whose Latin form is a guess: vowels that are not written, or signs that are read otherwise elsewhere. */
const lossy = [
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Thai', /\p{Script=Thai}/u],
  [
    'Indic',
    /\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Gurmukhi}|\p{Script=Myanmar}|\p{Script=Khmer}/u,
  ],
] as const

export const lossyScript = (text: string): string | null => lossy.find(([, form]) => form.test(text))?.[0] ?? null

const withoutVowels = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Format characters, soft hyphens, variation selectors and the like: they are nowhere seen and part no words. */
const unseen = /\p{Cf}|\u034F|\u115F|\u1160|\u17B4|\u17B5|[\u180B-\u180F]|\u3164|[\uFE00-\uFE0F]|\uFFA0|[\u{E0100}-\u{E01EF}]/gu

export interface Latin {
  readonly text: string
  /** Of a script that writes no vowels. */
  readonly isBare: boolean
}

/** The words of a text in lower-case Latin letters, with every other sign still there. */
export function romanise(text: string): Latin[] {
  const seen = text.replace(unseen, '').normalize('NFKC').replace(unseen, '')
  return [...seen.matchAll(/[\p{L}\p{M}\p{N}'’‘`´ʿʾʼ.&+]+|[^\p{L}\p{M}\p{N}'’‘`´ʿʾʼ.&+]+/gu)].map(([part]) => ({
    text: latinOf(part),
    isBare: withoutVowels.test(part),
  }))
}

const syllabic = /[\p{Script=Han}\p{Script=Hangul}]/u

function latinOf(part: string): string {
  if (/^[\p{ASCII}]*$/u.test(part)) return part.toLowerCase()
  const lower = part.toLowerCase()
  const isMixed = /\p{Script=Latin}/u.test(lower) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(lower)
  const plain = isMixed ? [...lower].map((letter) => lookAlikes.get(letter) ?? letter).join('') : lower
  const marked = [...plain].map((letter) => own[letter] ?? letter).join('')
  const bare = marked.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const latin = anyAscii(bare)
  // One syllable a sign, and each begins with a capital: 习近平 is XiJinPing.
  return (syllabic.test(bare) ? latin.replace(/([a-z])([A-Z])/g, '$1 $2') : latin).toLowerCase()
}

// Chinese names as Wade and Giles wrote them, and Taiwan still does: Zhang Xueliang is Chang Hsueh-liang.

const syllable =
  /^(zh|ch|sh|b|p|m|f|d|t|n|l|g|k|h|j|q|x|r|z|c|s|y|w)?(iang|iong|uang|ueng|ang|eng|ing|ong|ian|uan|uai|iao|iu|ui|un|ue|ua|uo|ia|ie|in|an|en|ai|ei|ao|ou|er|a|o|e|i|u|v)/

// Aspirated and not are told apart by an apostrophe alone, which nobody writes.
const otherInitials: Readonly<Record<string, string>> = {
  zh: 'ch',
  b: 'p',
  d: 't',
  g: 'k',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  r: 'j',
  z: 'ts',
  c: 'ts',
}
const otherFinals: Readonly<Record<string, string>> = { ian: 'ien', ie: 'ieh', ue: 'ueh', ong: 'ung', iong: 'iung', er: 'erh' }
const whole: Readonly<Record<string, string>> = {
  zhi: 'chih',
  chi: 'chih',
  shi: 'shih',
  ri: 'jih',
  zi: 'tzu',
  ci: 'tzu',
  si: 'ssu',
  yi: 'i',
  you: 'yu',
  yan: 'yen',
  ye: 'yeh',
  yue: 'yueh',
  yong: 'yung',
  ge: 'ko',
  ke: 'ko',
  he: 'ho',
  e: 'o',
  duo: 'to',
  tuo: 'to',
  nuo: 'no',
  luo: 'lo',
  zuo: 'tso',
  cuo: 'tso',
  suo: 'so',
  zhuo: 'cho',
  chuo: 'cho',
  ruo: 'jo',
  gui: 'kuei',
  kui: 'kuei',
} // prettier-ignore

function split(word: string): string[] | null {
  if (word === '') return []
  // The longest first, and less where nothing then follows: Xian and Xi an.
  for (let length = Math.min(6, word.length); length > 0; length--) {
    const head = word.slice(0, length)
    if (syllable.exec(head)?.[0] !== head) continue
    const rest = split(word.slice(length))
    if (rest !== null) return [head, ...rest]
  }
  return null
}

const written = (text: string): string => {
  const known = whole[text]
  if (known !== undefined) return known
  const [, initial = '', final = ''] = syllable.exec(text)!
  return (otherInitials[initial] ?? initial) + (otherFinals[final] ?? final)
}

/** null where it is no Chinese name of up to three syllables. */
export function wadeGiles(word: string): string | null {
  if (word.length > 14) return null
  const syllables = split(word)
  return syllables === null || syllables.length > 3 ? null : syllables.map(written).join('')
}

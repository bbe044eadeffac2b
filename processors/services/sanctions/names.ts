// Names made comparable: letters without marks, no titles and legal forms, words in any order, and how alike two words are.

const special: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' }
const dropped = new Set(
  'mr mrs ms dr prof sheikh shaykh haji mullah maulawi sir jr sr ltd limited llc ooo oao zao pao ao gmbh ag sa srl spa co corp corporation company inc plc pjsc ojsc jsc llp bv nv the and of'.split(
    ' ',
  ),
)

/** Every letter script stays; only marks, punctuation and case go. */
export function wordsOf(name: string): string[] {
  const plain = name
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => special[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // al-Shanti, O'Neil, S.A.: an apostrophe or a dot joins, anything else parts.
    .replace(/['’`ʿʾ.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const all = plain === '' ? [] : plain.split(' ')
  const kept = all.filter((word) => !dropped.has(word))
  // A name made of nothing but such words is still a name.
  return kept.length === 0 ? all : kept
}

/** Jaro and Winkler's likeness of two words, 0 to 1. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Array<boolean>(b.length).fill(false)
  const [inA, inB]: [string[], { at: number; letter: string }[]] = [[], []]
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (taken[j] || a[i] !== b[j]) continue
      taken[j] = true
      inA.push(a[i]!)
      inB.push({ at: j, letter: b[j]! })
      break
    }
  }
  if (inA.length === 0) return 0
  inB.sort((x, y) => x.at - y.at)
  const moved = inA.filter((letter, i) => letter !== inB[i]!.letter).length / 2
  const jaro = (inA.length / a.length + inA.length / b.length + (inA.length - moved) / inA.length) / 3
  let prefix = 0
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** One minus the edits needed over the longer length. */
export function levenshteinRatio(a: string, b: string): number {
  if (a.length === 0 && b.length === 0) return 1
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    above = row
  }
  return 1 - above[b.length]! / Math.max(a.length, b.length)
}

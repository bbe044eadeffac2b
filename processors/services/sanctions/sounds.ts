// How alike two words sound, whoever wrote them down: Schröder and Shreder, Chruschtschow and Khrushchev, Qasem and Ghassem.

// One sign a sound, so that no spelling counts as several errors: S sh, C tch, J zh or dj, X kh, G gh, Z ts.
const digraphs: readonly (readonly [RegExp, string])[] = [
  [/schtsch|shch|schch|shtsh|chtch/g, 'SC'],
  [/tsch|tch|tsh/g, 'C'],
  [/dsch|dzh|dj|dsh/g, 'J'],
  [/sch|sh|sz|sj/g, 'S'],
  [/cz|ch|cs/g, 'C'],
  [/zh/g, 'J'],
  [/kh/g, 'X'],
  [/gh/g, 'G'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ts|tz/g, 'Z'],
  [/^x|^hs|(?<=[nu])hs/g, 'S'],
  [/x/g, 'ks'],
  [/ck|cq|qu?(?=[aeiouy])|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/w|ou(?=[aeiou])/g, 'W'],
  [/ou|oo|uu/g, 'u'],
  [/iy|ij|yi|ii|ie(?![aou])|ee|ea|yy/g, 'i'],
  [/ai|ay|ei|ey|ae/g, 'e'],
  [/au/g, 'o'],
  [/eo|eu/g, 'o'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
]

export const soundOf = (word: string): string => digraphs.reduce((text, [from, to]) => text.replace(from, to), word)

const vowels = new Set('aeiou')
const families: Readonly<Record<string, string>> = {
  S: 'S',
  C: 'S',
  J: 'S',
  Z: 'S',
  s: 'S',
  z: 'S',
  k: 'K',
  g: 'K',
  X: 'K',
  G: 'K',
  f: 'F',
  v: 'F',
  b: 'B',
  p: 'B',
  d: 'T',
  t: 'T',
  m: 'M',
  n: 'N',
  l: 'L',
  r: 'R',
} // prettier-ignore

/** Its consonants by family. A ch may be a k, a j may be an i: such a word has several keys. */
export function keysOf(sound: string): string[] {
  let keys = ['']
  let last = ''
  for (const letter of sound) {
    if (vowels.has(letter) || letter === 'h') {
      last = ''
      continue
    }
    const ways =
      letter === 'W'
        ? ['F', '']
        : letter === 'C' || letter === 'X'
          ? ['S', 'K']
          : letter === 'j' || letter === 'J'
            ? ['S', '']
            : [families[letter] ?? letter]
    if (ways.length === 1 && ways[0] === last) continue
    last = ways.length === 1 ? ways[0]! : ''
    keys = keys.length >= 8 ? keys.map((key) => key + ways[0]!) : keys.flatMap((key) => ways.map((way) => key + way))
  }
  return [...new Set(keys)].map((key) => (key === '' ? `*${sound.slice(0, 1)}` : key))
}

// What one letter in another's place costs, by their codes.
const codes = 128
const swaps = new Float64Array(codes * codes).fill(1)
const losses = new Float64Array(codes).fill(1)
const price = (pairs: string, cost: number) => {
  for (const [a, b] of pairs.split(' ')) {
    swaps[a!.charCodeAt(0) * codes + b!.charCodeAt(0)] = cost
    swaps[b!.charCodeAt(0) * codes + a!.charCodeAt(0)] = cost
  }
}
for (const a of vowels) price([...vowels].map((b) => a + b).join(' '), 0.3)
price('SC CJ SJ Ss CZ sZ zZ zs Jj Cs JS', 0.25)
price('XC kX kG gG gk XG Ck Xg Xh Gr Ji ji Jg gj vu Wu Wo Wf', 0.3)
price('vf bp dt bv zd Zd Cj Jz', 0.35)
price('mn kh gh Gh', 0.6)
price('Wv', 0.1)
for (const vowel of vowels) losses[vowel.charCodeAt(0)] = 0.35
for (const letter of 'jW') losses[letter.charCodeAt(0)] = 0.4
losses['h'.charCodeAt(0)] = 0.2

/**
 * How alike two words sound, by their sounds: .97 where they are the same, less by what must be changed to make one the other.
 * Below the least that is asked for it may be any lower number.
 */
export function likeness(sound: string, other: string, least = 0): number {
  if (sound === other) return 0.97
  const length = 0.85 * Math.max(sound.length, other.length)
  return Math.min(0.96, 1 - costOf(sound, other, (1 - least) * length) / length)
}

const width = 64
const turned = 0.8
let [before, above, row] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)]

// Edits with weights; two letters that changed places are one edit.
function costOf(x: string, y: string, most: number): number {
  const [n, m] = [Math.min(x.length, width - 1), Math.min(y.length, width - 1)]
  let last = 0
  above[0] = 0
  for (let j = 1; j <= m; j++) above[j] = above[j - 1]! + losses[y.charCodeAt(j - 1)]!
  for (let i = 1; i <= n; i++) {
    const a = x.charCodeAt(i - 1)
    const lossOfA = losses[a]!
    row[0] = above[0]! + lossOfA
    let cheapest = row[0]
    for (let j = 1; j <= m; j++) {
      const b = y.charCodeAt(j - 1)
      let least = a === b ? above[j - 1]! : above[j - 1]! + swaps[a * codes + b]!
      least = Math.min(least, above[j]! + lossOfA, row[j - 1]! + losses[b]!)
      if (i > 1 && j > 1 && a === y.charCodeAt(j - 2) && x.charCodeAt(i - 2) === b)
        least = Math.min(least, before[j - 2]! + turned)
      row[j] = least
      if (least < cheapest) cheapest = least
    }
    // Dear already, and two letters that change places begin a row earlier.
    if (cheapest > most && last + turned > most) return Number.POSITIVE_INFINITY
    last = cheapest
    ;[before, above, row] = [above, row, before]
  }
  return above[m]!
}

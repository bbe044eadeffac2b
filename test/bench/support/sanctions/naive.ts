// What screening is measured against: every listed name compared with the question, word by word, as Jaro and Winkler measure likeness.
import type { Index } from '../../../../processors/services/sanctions/match.ts'
import { wordsOf } from '../../../../processors/services/sanctions/words.ts'

export function createNaiveScan({ names }: Index): (name: string) => number {
  const listed = names.map((name) => name.words.map((word) => word.text))
  return (name) => {
    const asked = wordsOf(name)
    let best = 0
    for (const words of listed) {
      let total = 0
      for (const word of asked) {
        let like = 0
        for (const other of words) like = Math.max(like, jaroWinkler(word, other))
        total += like
      }
      best = Math.max(best, total / Math.max(asked.length, words.length))
    }
    return best
  }
}

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

// The names that look most like one that nobody knows, for whoever misspelt it.

const pairsOf = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2))

// Hyphens and dots are what people leave out first.
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Twice the shared pairs of letters over all of them: 1 for the same text, 0 for nothing in common. */
function likeness(a: string, b: string): number {
  const left = pairsOf(a)
  const right = pairsOf(b)
  if (left.length + right.length === 0) return 0
  const shared = left.filter((pair) => {
    const at = right.indexOf(pair)
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
  return (2 * shared.length) / (left.length + pairsOf(b).length)
}

// Likeness costs the product of two lengths, for each name that is known: nothing that long is a name misspelt.
const longestJudged = 200

/** The nearest first; of two as near, the shorter one. */
export function nearest(asked: string, known: readonly string[], most = 3): string[] {
  const text = plain(asked.slice(0, longestJudged))
  return known
    .map((name) => ({ name, near: likeness(text, plain(name)) }))
    .sort((a, b) => b.near - a.near || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** Of the nearest those that are like it at all; `least` says how like. */
export function alike(asked: string, known: readonly string[], least: number): string[] {
  if (asked.length > longestJudged) return []
  const text = plain(asked)
  return nearest(asked, known).filter((name) => likeness(text, plain(name)) >= least)
}

const leastLike = 0.3

/** The one that was meant, where one is near enough to say so. */
export function findMeant(asked: string, known: readonly string[]): string | null {
  return alike(asked, known, leastLike)[0] ?? null
}

// The names that look most like one that nobody knows, for whoever misspelt it.

// Hyphens and dots are what people leave out first.
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** How alike a text is to one after another: twice the shared pairs of letters over all of them, 1 for the same, 0 for nothing in common. */
function likenessTo(text: string): (other: string) => number {
  const left = new Map<number, number>()
  for (const pair of pairsOf(text)) left.set(pair, (left.get(pair) ?? 0) + 1)
  return (other) => {
    const all = Math.max(0, text.length - 1) + Math.max(0, other.length - 1)
    if (all === 0) return 0
    const shared = pairsOf(other).filter((pair) => {
      const count = left.get(pair) ?? 0
      if (count > 0) left.set(pair, count - 1)
      return count > 0
    })
    for (const pair of shared) left.set(pair, left.get(pair)! + 1)
    return (2 * shared.length) / all
  }
}

function pairsOf(text: string): number[] {
  const pairs: number[] = []
  for (let i = 1; i < text.length; i++) pairs.push(text.charCodeAt(i - 1) * 65_536 + text.charCodeAt(i))
  return pairs
}

// Nothing that long is a name misspelt.
const longestJudged = 200

/** The nearest first; of two as near, the shorter one. */
export function nearest(asked: string, known: readonly string[], most = 3): string[] {
  const likeness = likenessTo(plain(asked.slice(0, longestJudged)))
  return known
    .map((name) => ({ name, near: likeness(plain(name)) }))
    .sort((a, b) => b.near - a.near || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** Of the nearest those that are like it at all; `least` says how like. */
export function alike(asked: string, known: readonly string[], least: number): string[] {
  if (asked.length > longestJudged) return []
  const likeness = likenessTo(plain(asked))
  return nearest(asked, known).filter((name) => likeness(plain(name)) >= least)
}

const leastLike = 0.3

/** The one that was meant, where one is near enough to say so. */
export function findMeant(asked: string, known: readonly string[]): string | null {
  return alike(asked, known, leastLike)[0] ?? null
}

// Ranks sentences by TextRank (Mihalcea and Tarau, 2004): those most like many others weigh most.
const damping = 0.85
const rounds = 30

export function textRank(sentences: readonly { words: readonly string[] }[]): number[] {
  const sets = sentences.map((s) => new Set(s.words))
  const n = sets.length
  const weights = Array.from({ length: n }, () => new Float64Array(n))
  const sums = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const weight = likeness(sets[i]!, sets[j]!)
      weights[i]![j] = weights[j]![i] = weight
      sums[i]! += weight
      sums[j]! += weight
    }
  }
  let ranks = new Float64Array(n).fill(1)
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(n).fill(1 - damping)
    for (let j = 0; j < n; j++) {
      if (sums[j] === 0) continue
      for (let i = 0; i < n; i++) next[i]! += (damping * weights[j]![i]! * ranks[j]!) / sums[j]!
    }
    ranks = next
  }
  return [...ranks]
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size < 2 || b.size < 2) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / (Math.log(a.size) + Math.log(b.size))
}

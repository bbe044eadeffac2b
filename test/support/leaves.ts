// What an answer says, leaf by leaf, and whether some other text says it too.

/** A moment is told for nothing: it is the verdict and the figures that are sold. */
const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text)
const digitsOf = (value: number): number =>
  String(Math.abs(value))
    .replace(/e.*$|\./g, '')
    .replace(/^0+|0+$/g, '').length
// Fewer digits are met by chance among so many figures; a short word is no answer.
const leastDigits = 6
const isSentence = (text: string): boolean => text.length >= 12 && /[\s\d]/.test(text)

/** The leaves that tell something by themselves, as they stand in JSON. */
export function tellingLeaves(value: unknown): Set<string> {
  const found = new Set<string>()
  const visit = (inner: unknown): void => {
    if (typeof inner === 'number' && digitsOf(inner) >= leastDigits) found.add(String(inner))
    if (typeof inner === 'string' && isSentence(inner) && !isMoment(inner)) found.add(JSON.stringify(inner).slice(1, -1))
    if (typeof inner === 'object' && inner !== null) for (const one of Object.values(inner)) visit(one)
  }
  visit(value)
  return found
}

/** Finds those leaves that the text has, a number only where it stands alone. The text may be long: it is gone through for numbers once. */
export function leafFinder(text: string): (leaves: Iterable<string>) => string[] {
  const numbers = new Set(text.match(/-?\d+(\.\d+)?(e[+-]\d+)?/g))
  return (leaves) => [...leaves].filter((leaf) => (Number.isFinite(Number(leaf)) ? numbers.has(leaf) : text.includes(leaf)))
}

// How much one part of an analysis may look at: counted in nodes and not in time, so that the same source gets the same answer.
export class Overworked extends Error {}

let left = Number.POSITIVE_INFINITY

/** Whatever looks at nodes of the source says how many. */
export function spend(nodes: number): void {
  left -= nodes
  if (left < 0) throw new Overworked()
}

/** False where it was stopped: what it did until then stands. */
export function withinWork(most: number, act: () => void): boolean {
  const before = left
  left = most
  try {
    act()
    return true
  } catch (error) {
    if (error instanceof Overworked) return false
    throw error
  } finally {
    left = before
  }
}

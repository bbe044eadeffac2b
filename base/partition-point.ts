// A search by halves.

/** The first place where it no longer holds, of what holds up to somewhere: found without looking at them all. */
export function partitionPoint(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}

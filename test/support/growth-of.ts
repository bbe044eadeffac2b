// Measures how work grows with what it is done on: the time of twice as much beside the time of as much.

/** What is linear doubles; noise of a busy machine is allowed for, and squares are not. */
export const mostGrowth = 2.6

const pairs = 10
const tooShortMs = 20

/**
 * The best of several pairs, taken in turn, so that what else the machine does meets both; the first that is good enough
 * ends it. What takes no time worth measuring at this size does not grow.
 */
export async function growthOf<T>(size: number, make: (size: number) => T, work: (made: T) => unknown): Promise<number> {
  const [one, two] = [make(size), make(2 * size)]
  let [shortestOne, shortestTwo] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let pair = 0; pair < pairs; pair++) {
    shortestOne = Math.min(shortestOne, await msOf(() => work(one)))
    shortestTwo = Math.min(shortestTwo, await msOf(() => work(two)))
    if (shortestTwo < tooShortMs) return 1
    if (shortestTwo / shortestOne <= mostGrowth) break
  }
  return shortestTwo / shortestOne
}

/** A refusal is an answer too, as long as it comes in time. */
async function msOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  try {
    await work()
  } catch (error) {
    if (error instanceof RangeError) throw error // the stack or a length of the engine's: no refusal of ours
  }
  return performance.now() - startedAt
}

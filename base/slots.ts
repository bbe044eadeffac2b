// Lets at most so many pieces of work run at once; the others wait their turn in the order they came.
export type Slots = <T>(work: () => Promise<T>) => Promise<T>

export function createSlots(most: number): Slots {
  let free = most
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}

// Gathers calls that happen while the database is busy into one statement: under load a round trip serves many.
export function createBatcher<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  maxItems = 100,
): (item: T) => Promise<R> {
  type Waiting = { item: T; done(result: R): void; failed(error: unknown): void }
  let waiting: Waiting[] = []
  let busy = false
  const flush = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxItems)
      waiting = waiting.slice(maxItems)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, { done }] of batch.entries()) done(results[index]!)
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    busy = false
  }
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (busy) return
      busy = true
      setImmediate(() => void flush())
    })
}

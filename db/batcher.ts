// Gathers calls that happen while the database is busy into one statement: under load a round trip serves many.
type Waiting<T, R> = { readonly item: T; done(result: R): void; failed(error: unknown): void }

const maxItems = 100
// A second statement may be under way while the first waits for the disk; more would only make smaller batches.
const maxUnderWay = 2

export function createBatcher<T, R>(run: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let underWay = 0
  let isScheduled = false
  const flush = async () => {
    isScheduled = false
    underWay += 1
    const batch = waiting.slice(0, maxItems)
    waiting = waiting.slice(maxItems)
    schedule()
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { done }] of batch.entries()) done(results[index]!)
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
    underWay -= 1
    schedule()
  }
  const schedule = () => {
    if (isScheduled || waiting.length === 0 || underWay >= maxUnderWay) return
    isScheduled = true
    setImmediate(() => void flush())
  }
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      schedule()
    })
}

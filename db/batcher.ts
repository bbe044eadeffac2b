// Gathers calls that happen while the database is busy into one statement: under load a round trip serves many.
type Waiting<T, R> = { readonly item: T; done(result: R): void; failed(error: unknown): void }

export type BatcherOptions = {
  /** More under way at once make smaller batches; less wait for the one before. */
  readonly maxUnderWay: number
  readonly maxItems?: number
  /** Whether a batch that failed so has left nothing behind: then each of its items is tried alone, and fails alone. */
  readonly mayTryAlone?: (error: unknown) => boolean
}

export function createBatcher<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  { maxUnderWay, maxItems = 100, mayTryAlone = () => false }: BatcherOptions,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let underWay = 0
  let isScheduled = false
  const runBatch = async (batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { done }] of batch.entries()) done(results[index]!)
    } catch (error) {
      if (batch.length > 1 && mayTryAlone(error)) for (const one of batch) await runBatch([one])
      else for (const { failed } of batch) failed(error)
    }
  }
  const flush = async () => {
    isScheduled = false
    underWay += 1
    const batch = waiting.slice(0, maxItems)
    waiting = waiting.slice(maxItems)
    schedule()
    await runBatch(batch)
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

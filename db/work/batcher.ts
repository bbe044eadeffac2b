// Gathers calls that happen while the database is busy into one statement: under load a round trip serves many.
type Waiting<T, R> = { readonly item: T; done(result: R): void; failed(error: unknown): void }

const mostItems = 100

/**
 * `mayTryAlone`: whether a batch that failed so has left nothing behind. Then each of its items is tried alone, and fails alone.
 * `gatherMs`: how long a batch waits for more, where nobody waits for it.
 */
export function createBatcher<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  mayTryAlone: (error: unknown) => boolean,
  gatherMs = 0,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let isBusy = false
  let gathering: NodeJS.Timeout | null = null
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
    const batch = waiting.slice(0, mostItems)
    waiting = waiting.slice(mostItems)
    await runBatch(batch)
    isBusy = false
    schedule()
  }
  const begin = () => {
    if (gathering !== null) clearTimeout(gathering)
    gathering = null
    isBusy = true
    setImmediate(() => void flush())
  }
  const schedule = () => {
    if (isBusy || waiting.length === 0) return
    if (gatherMs === 0 || waiting.length >= mostItems) begin()
    else gathering ??= setTimeout(begin, gatherMs)
  }
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      schedule()
    })
}

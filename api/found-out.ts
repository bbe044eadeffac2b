// What takes a while to find out and many ask for: found out once for all of them, and told from memory while that is slow.

export interface FoundOutOptions {
  /** An answer is told again for so long without asking anew. */
  readonly freshMs: number
  /** So long whoever asks waits for a new answer where there is an old one, */
  readonly waitMs: number
  /** which may be no older than this. */
  readonly oldestMs: number
}

const usual: FoundOutOptions = { freshMs: 1_000, waitMs: 500, oldestMs: 30_000 }

export function foundOut<T>(ask: () => Promise<T>, options: Partial<FoundOutOptions> = {}): () => Promise<T> {
  const { freshMs, waitMs, oldestMs } = { ...usual, ...options }
  let known: { readonly value: T; readonly at: number } | null = null
  let asking: Promise<T> | null = null
  const askOnce = (): Promise<T> => {
    asking ??= ask()
      .then((value) => {
        known = { value, at: performance.now() }
        return value
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
  return async () => {
    const old = known
    const ageMs = old === null ? Number.POSITIVE_INFINITY : performance.now() - old.at
    if (old !== null && ageMs < freshMs) return old.value
    const fresh = askOnce()
    return old === null || ageMs > oldestMs ? fresh : soonOr(fresh, waitMs, old.value)
  }
}

/** A new answer that fails is a new answer: it does not bring the old one back. */
async function soonOr<T>(fresh: Promise<T>, waitMs: number, old: T): Promise<T> {
  const late = Promise.withResolvers<T>()
  const timer = setTimeout(() => late.resolve(old), waitMs)
  try {
    return await Promise.race([fresh, late.promise])
  } finally {
    clearTimeout(timer)
    fresh.catch(() => undefined) // told to whoever asks next
  }
}

// The numbers (nonces) of one key's transactions: none is handed out twice while it may be used, none that was lost stays a gap.

export type TransactionNumbers = {
  take(): Promise<number>
  /** The chain has it, or may have it. */
  used(number: number): void
  /** The chain certainly has no transaction of ours with it. */
  unused(number: number): void
  /** Somebody else who holds the key has used it: the chain is asked again before the next one. */
  taken(number: number): void
}

export type TransactionNumbersOptions = {
  /** The first number that the chain has no transaction for, waiting ones counted. */
  readonly firstFree: () => Promise<number>
  /** How long a number that was sent may be missing on the chain's side until it counts as lost. */
  readonly patienceMs?: number
  readonly now?: () => number
}

const usualPatienceMs = 5_000

export function createTransactionNumbers(options: TransactionNumbersOptions): TransactionNumbers {
  const { firstFree, patienceMs = usualPatienceMs, now = () => performance.now() } = options
  const underway = new Set<number>()
  const usedAt = new Map<number, number>()
  let gaps: number[] = []
  let next = 0
  let asking: Promise<void> | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let lastUsedAt = Number.NEGATIVE_INFINITY
  let isStale = false

  const mustAsk = () => asking !== null || isStale || underway.size === 0 || now() - askedAt > patienceMs

  async function ask(): Promise<void> {
    isStale = false
    try {
      follow(await firstFree())
    } catch (error) {
      isStale = true
      throw error
    }
  }

  function follow(free: number): void {
    askedAt = now()
    gaps = gaps.filter((gap) => gap >= free)
    for (const number of usedAt.keys()) if (number < free) usedAt.delete(number)
    if (free > next) next = free
    // Behind our own count: for a while it is only late, and one of several nodes may be behind what another has said.
    if (free === next || underway.has(free) || gaps.includes(free)) return
    if (now() - (usedAt.get(free) ?? lastUsedAt) < patienceMs) return
    if (usedAt.has(free)) gaps.push(free)
    else startAt(free)
  }

  /** The chain was past this number once: it has begun anew. */
  function startAt(free: number): void {
    next = free
    gaps = []
    usedAt.clear()
  }

  function end(number: number): void {
    underway.delete(number)
    lastUsedAt = now()
    usedAt.set(number, lastUsedAt)
  }

  return {
    async take() {
      if (mustAsk()) {
        asking ??= ask().finally(() => {
          asking = null
        })
        await asking
      }
      const number = gaps.length > 0 ? takeLowest(gaps) : next++
      underway.add(number)
      return number
    },
    used: end,
    unused(number) {
      underway.delete(number)
      usedAt.delete(number)
      gaps.push(number)
    },
    taken(number) {
      end(number)
      isStale = true
    },
  }
}

function takeLowest(numbers: number[]): number {
  const lowest = Math.min(...numbers)
  numbers.splice(numbers.indexOf(lowest), 1)
  return lowest
}

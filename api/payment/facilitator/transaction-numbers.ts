// The numbers (nonces) of one key's transactions: none is handed out twice while it may be used, none that was lost stays a gap.

export type TransactionNumbers = {
  take(): Promise<number>
  /** The chain may have it. */
  used(number: number): void
  /** The chain has it, in a block. */
  mined(number: number): void
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
// A chain that has lost more than this has begun anew; the rest is found by the next question.
const mostGaps = 1_000

export function createTransactionNumbers(options: TransactionNumbersOptions): TransactionNumbers {
  const { firstFree, patienceMs = usualPatienceMs, now = () => performance.now() } = options
  const underway = new Set<number>()
  const usedAt = new Map<number, number>()
  const refills = new Set<number>()
  let gaps: number[] = []
  let next = 0
  let asking: Promise<void> | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let lastUsedAt = Number.NEGATIVE_INFINITY
  let isStale = false
  // Since when the chain has stood at a number that it was past before.
  let stuck: { readonly free: number; readonly since: number } | null = null

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
    if (free === next || underway.has(free) || gaps.includes(free)) {
      stuck = null
      return
    }
    // Behind our own count: for a while it is only late, and one of several nodes may be behind what another has said.
    const sentAt = usedAt.get(free)
    if (sentAt !== undefined) {
      if (now() - sentAt >= patienceMs) gaps.push(free)
      return
    }
    if (stuck?.free !== free) stuck = { free, since: underway.size === 0 ? lastUsedAt : now() }
    if (now() - stuck.since < patienceMs) return
    stuck = null
    if (underway.size === 0) startAt(free)
    else openGaps(free)
  }

  /** The chain has dropped what it had: of the numbers that it was past, those that nobody has sent since are free again. */
  function openGaps(free: number): void {
    const end = Math.min(next, free + mostGaps)
    for (let number = free; number < end; number++)
      if (!underway.has(number) && !usedAt.has(number) && !gaps.includes(number)) gaps.push(number)
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
    // Where one was missing the next may be too.
    if (refills.delete(number)) isStale = true
  }

  function used(number: number): void {
    end(number)
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
      const isRefill = gaps.length > 0
      const number = isRefill ? takeLowest(gaps) : next++
      if (isRefill) refills.add(number)
      underway.add(number)
      return number
    },
    used,
    mined(number) {
      end(number)
      usedAt.delete(number)
    },
    unused(number) {
      underway.delete(number)
      usedAt.delete(number)
      gaps.push(number)
    },
    taken(number) {
      used(number)
      isStale = true
    },
  }
}

function takeLowest(numbers: number[]): number {
  const lowest = Math.min(...numbers)
  numbers.splice(numbers.indexOf(lowest), 1)
  return lowest
}

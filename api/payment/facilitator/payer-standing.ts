// How far a payer is trusted with our gas: a settlement that reverts costs us, so who is new gets few at once and who failed has to wait.

export type Ended = 'paid' | 'unsent' | 'unknown' | { readonly revertedGas: number; readonly isPayersDoing: boolean }
export type Turn = { readonly kind: 'turn'; end(how: Ended): void }
export type Blocked = { readonly kind: 'blocked'; readonly seconds: number; readonly isRefused: boolean }

export interface PayerStanding {
  /** Null where nothing speaks against the payer. */
  blockOf(payer: string): Blocked | null
  /** Waits until as many of this payer's settlements have ended as may not be under way beside it. */
  enter(payer: string, o: { hasCode: boolean; gas: number }): Promise<Turn | Blocked>
}

export type PayerStandingOptions = {
  /** What reverted settlements of contract wallets that never paid may cost in an hour, over all of them together. */
  readonly lostGasPerHour: number
  readonly waitMs?: number
  readonly now?: () => number
}

type Standing = {
  /** Those in line and those under way. */
  visitors: number
  underway: number
  paid: number
  strikes: number
  struckAt: number
  blockedUntil: number
  readonly line: (() => void)[]
}

const hourMs = 3_600_000
// After the first revert, the second, and the third.
const blocksMs = [10_000, 60_000, 24 * hourMs]
const mostPayers = 10_000
const mostInLine = 64
const mostWaiting = 512
const mostAtOnce = 64
// A plain key's settlement can fail only when its money goes elsewhere meanwhile; a contract's when it likes.
const firstAtOnce = { key: 8, contract: 1 }

export function createPayerStanding(options: PayerStandingOptions): PayerStanding {
  const { lostGasPerHour, waitMs = 20_000, now = () => performance.now() } = options
  const payers = new Map<string, Standing>()
  let waiting = 0
  let reserved = 0
  let lost = 0
  let lostAt = now()

  // What was lost is forgotten at the pace at which it may be lost again.
  function lostNow(): number {
    lost = Math.max(0, lost - ((now() - lostAt) * lostGasPerHour) / hourMs)
    lostAt = now()
    return lost
  }

  function blockOf(payer: string): Blocked | null {
    const standing = payers.get(payer)
    const leftMs = standing === undefined ? 0 : standing.blockedUntil - now()
    if (leftMs <= 0) return null
    return { kind: 'blocked', seconds: Math.ceil(leftMs / 1000), isRefused: standing!.strikes >= blocksMs.length }
  }

  function standingOf(payer: string): Standing {
    let standing = payers.get(payer)
    if (standing === undefined) {
      standing = { visitors: 0, underway: 0, paid: 0, strikes: 0, struckAt: Number.NEGATIVE_INFINITY, blockedUntil: 0, line: [] }
      payers.set(payer, standing)
    }
    return standing
  }

  function mayStart({ underway, paid, strikes }: Standing, hasCode: boolean): boolean {
    const first = hasCode ? firstAtOnce.contract : firstAtOnce.key
    return underway < (strikes > 0 ? 1 : Math.min(mostAtOnce, first + paid))
  }

  async function waitInLine(standing: Standing): Promise<boolean> {
    if (standing.line.length >= mostInLine || waiting >= mostWaiting) return false
    waiting += 1
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const call = () => resolve(true)
    standing.line.push(call)
    const timer = setTimeout(() => resolve(false), waitMs)
    const isCalled = await promise
    clearTimeout(timer)
    waiting -= 1
    if (!isCalled) standing.line.splice(standing.line.indexOf(call), 1)
    return isCalled
  }

  function strike(standing: Standing, startedAt: number): void {
    // Those that were under way when the first of them failed are one mistake.
    if (startedAt <= standing.struckAt) return
    standing.strikes += 1
    standing.struckAt = now()
    standing.blockedUntil = now() + blocksMs[Math.min(standing.strikes, blocksMs.length) - 1]!
  }

  function leave(payer: string, standing: Standing): void {
    standing.visitors -= 1
    if (standing.visitors === 0 && standing.paid === 0 && standing.strikes === 0) payers.delete(payer)
    for (const [other, { visitors }] of payers) {
      if (payers.size <= mostPayers) return
      if (visitors === 0) payers.delete(other)
    }
  }

  /** A place among those under way, taken in the very moment in which it is seen to be free. */
  async function takePlace(payer: string, standing: Standing, hasCode: boolean): Promise<Blocked | null> {
    while (!mayStart(standing, hasCode)) {
      if (!(await waitInLine(standing))) return { kind: 'blocked', seconds: 2, isRefused: false }
      const block = blockOf(payer)
      if (block === null) continue
      // Whoever was called and does not go calls the next.
      standing.line.shift()?.()
      return block
    }
    const block = blockOf(payer)
    if (block === null) standing.underway += 1
    return block
  }

  // With less to lose in an hour than one may cost, one at a time may lose it.
  const atRisk = (gas: number) => Math.min(gas, lostGasPerHour)

  /** Null while the losses of those who never paid leave room for another. */
  function budgetBlock(gas: number): Blocked | null {
    if (lostGasPerHour === 0) return { kind: 'blocked', seconds: 3_600, isRefused: true }
    const over = lostNow() + reserved + atRisk(gas) - lostGasPerHour
    if (over <= 0) return null
    return { kind: 'blocked', seconds: Math.ceil((over * 3_600) / lostGasPerHour), isRefused: false }
  }

  function startTurn(payer: string, standing: Standing, { hasCode, gas }: { hasCode: boolean; gas: number }): Turn {
    const reservedHere = hasCode && standing.paid === 0 ? atRisk(gas) : 0
    const startedAt = now()
    let isOver = false
    reserved += reservedHere
    return {
      kind: 'turn',
      end(how) {
        if (isOver) return
        isOver = true
        standing.underway -= 1
        reserved -= reservedHere
        if (how === 'paid') {
          standing.paid += 1
          standing.strikes = Math.max(0, standing.strikes - 1)
        } else if (how === 'unknown') {
          lost = lostNow() + reservedHere
        } else if (how !== 'unsent') {
          if (hasCode) lost = lostNow() + how.revertedGas
          if (how.isPayersDoing) strike(standing, startedAt)
        }
        // A success makes room for one more.
        for (let calls = how === 'paid' ? 2 : 1; calls > 0; calls--) standing.line.shift()?.()
        leave(payer, standing)
      },
    }
  }

  return {
    blockOf,
    async enter(payer, wish) {
      const standing = standingOf(payer)
      standing.visitors += 1
      let block = await takePlace(payer, standing, wish.hasCode)
      if (block === null) {
        block = wish.hasCode && standing.paid === 0 ? budgetBlock(wish.gas) : null
        if (block === null) return startTurn(payer, standing, wish)
        standing.underway -= 1
        standing.line.shift()?.()
      }
      leave(payer, standing)
      return block
    },
  }
}

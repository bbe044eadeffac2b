// What was gained on what was bought and sold, by lots: first in, first out, or at average cost. Transfers carry their cost, fees add to it.

export interface Move {
  readonly kind: 'buy' | 'sell' | 'in' | 'out' | 'rebase'
  readonly asset: string
  /** In whole units, positive; of a rebase what the balance grew by, or negative what it shrank by. */
  readonly quantity: number
  /** What was paid or received in all; of a transfer in what it was worth, where that is known. */
  readonly usd?: number | undefined
  readonly feeUsd?: number | undefined
  readonly at: Date
}

export interface Lot {
  readonly asset: string
  readonly quantity: number
  /** null where nobody could price what it was bought or came in for. */
  readonly costUsd: number | null
  readonly openedAt: Date
  /** Came in from outside: what it cost is what it was worth then. */
  readonly isAssumed: boolean
}

export interface Sale {
  readonly asset: string
  readonly at: Date
  readonly gainUsd: number
  readonly costUsd: number
  readonly heldDays: number
}

export interface Ledger {
  readonly sales: readonly Sale[]
  readonly open: readonly Lot[]
  readonly feesUsd: number
  /** Sold, but of unknown cost: never seen to come, or come for what nobody could price. */
  readonly unmatched: readonly { readonly asset: string; readonly quantity: number; readonly usd: number }[]
  /** Assets with a move that nobody could price. */
  readonly unpriced: readonly string[]
  /** What left in deals that nobody could price. */
  readonly unpricedSales: number
}

const dayMs = 86_400_000
const dust = 1e-12

export function settle(moves: readonly Move[], method: 'fifo' | 'average' = 'fifo'): Ledger {
  const open = new Map<string, Queue>()
  const sales: Sale[] = []
  const unmatched: { asset: string; quantity: number; usd: number }[] = []
  const unpriced = new Set<string>()
  let [feesUsd, unpricedSales] = [0, 0]
  const lotsOf = (asset: string): Queue => {
    const queue = open.get(asset) ?? { lots: [], first: 0 }
    open.set(asset, queue)
    return queue
  }
  for (const move of [...moves].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const { kind, asset, at } = move
    const fee = move.feeUsd ?? 0
    feesUsd += fee
    const queue = lotsOf(asset)
    if (kind === 'rebase') rebase(queue, move.quantity)
    else if (kind === 'buy' || kind === 'in') {
      if (move.usd === undefined) unpriced.add(asset)
      const costUsd = move.usd === undefined ? null : move.usd + fee
      queue.lots.push({ asset, quantity: move.quantity, costUsd, openedAt: at, isAssumed: kind === 'in' })
      if (method === 'average') replace(queue, poolsOf(held(queue)))
    } else {
      // What came for an unknown price takes nothing from what is known of the rest, or anybody could hide a gain by a gift.
      const all = method === 'average' ? takeOfEach(queue, move.quantity) : take(queue, move.quantity)
      const taken = all.filter(isKnown)
      const found = taken.reduce((sum, { quantity }) => sum + quantity, 0)
      const missing = move.quantity - found
      if (kind === 'out') continue
      if (move.usd === undefined) {
        unpriced.add(asset)
        unpricedSales++
        continue
      }
      // The fee comes off what was received, in the share that is known.
      const received = (move.usd - fee) * (found / move.quantity)
      if (missing > dust * move.quantity) unmatched.push({ asset, quantity: missing, usd: move.usd * (missing / move.quantity) })
      if (found > 0) {
        const cost = taken.reduce((sum, { costUsd }) => sum + costUsd, 0)
        const heldMs = taken.reduce((sum, lot) => sum + (at.getTime() - lot.openedAt.getTime()) * (lot.quantity / found), 0)
        sales.push({ asset, at, gainUsd: received - cost, costUsd: cost, heldDays: heldMs / dayMs })
      }
    }
  }
  return { sales, open: [...open.values()].flatMap(held), feesUsd, unmatched, unpriced: [...unpriced].sort(), unpricedSales }
}

/** Of an asset, the oldest first. What was sold stays before `first`: ten thousand sales do not copy ten thousand lots each. */
interface Queue {
  lots: Lot[]
  first: number
}

const held = ({ lots, first }: Queue): Lot[] => lots.slice(first)

function replace(queue: Queue, lots: Lot[]): void {
  queue.lots = lots
  queue.first = 0
}

type Known = Lot & { readonly costUsd: number }
const isKnown = (lot: Lot): lot is Known => lot.costUsd !== null

/** So much of a lot, with its part of the cost. */
const partOf = (lot: Lot, share: number): Lot => ({
  ...lot,
  quantity: lot.quantity * share,
  costUsd: lot.costUsd === null ? null : lot.costUsd * share,
})

/** The same share of every lot. */
function takeOfEach(queue: Queue, quantity: number): Lot[] {
  const lots = held(queue)
  const share = Math.min(1, quantity / lots.reduce((sum, lot) => sum + lot.quantity, 0))
  replace(queue, 1 - share > dust ? lots.map((lot) => partOf(lot, 1 - share)) : [])
  return lots.map((lot) => partOf(lot, share))
}

/** The oldest first; of the last one touched only a part, with its part of the cost. */
function take(queue: Queue, quantity: number): Lot[] {
  const taken: Lot[] = []
  let left = quantity
  while (left > 0 && queue.first < queue.lots.length) {
    const lot = queue.lots[queue.first]!
    const share = Math.min(1, left / lot.quantity)
    left -= lot.quantity * share
    taken.push(partOf(lot, share))
    if (1 - share > dust) {
      queue.lots[queue.first] = partOf(lot, 1 - share)
      break
    }
    queue.first++
  }
  return taken
}

/** A balance that grows by itself cost nothing more: every lot has more of it for the same money. */
function rebase(queue: Queue, by: number): void {
  const lots = held(queue)
  const sum = lots.reduce((total, { quantity }) => total + quantity, 0)
  const factor = sum <= 0 ? 1 : Math.max(0, (sum + by) / sum)
  replace(queue, factor === 0 ? [] : lots.map((lot) => ({ ...lot, quantity: lot.quantity * factor })))
}

/** One lot of all whose cost is known, and one of the others. */
const poolsOf = (lots: readonly Lot[]): Lot[] =>
  [lots.filter(isKnown), lots.filter((lot) => !isKnown(lot))].filter(({ length }) => length > 0).map(pool)

function pool(lots: readonly Lot[]): Lot {
  const quantity = lots.reduce((sum, lot) => sum + lot.quantity, 0)
  const openedMs = lots.reduce((sum, lot) => sum + lot.openedAt.getTime() * (lot.quantity / quantity), 0)
  return {
    asset: lots[0]!.asset,
    quantity,
    costUsd: lots.reduce<number | null>((sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd), 0),
    openedAt: new Date(openedMs),
    isAssumed: lots.some(({ isAssumed }) => isAssumed),
  }
}

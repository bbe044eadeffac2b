// Follows payments that a chain has taken back: to where they stand now, or out of the income until they stand somewhere again.
import type { Logger } from 'pino'
import { reasonOf } from '../../../base/errors.ts'
import type { PaymentBooks } from '../../../db/payments/books.ts'
import type { RecentCharge } from '../../../db/payments/recent-charges.ts'
import type { PaidAt } from '../../../db/payments/row.ts'
import type { ChainReader } from '../chain/reader.ts'
import { type Block, placeOf, type Standing } from '../chain/standing.ts'

export interface Reorganisations {
  /** Looks at what was charged since the last look, or, where blocks were replaced, at all of the last minutes. */
  look(): Promise<void>
}

export type ReorganisationDeps = {
  readonly books: Pick<PaymentBooks, 'recentCharges' | 'move' | 'takeBack'>
  readonly chain: ChainReader
  readonly logger: Logger
  readonly run: string
  /** CAIP-2 names of the chains to follow. */
  readonly networks: readonly string[]
}

// Longer than blocks of any chain that is offered were ever replaced.
const horizonSeconds = 600
// A charge is written down a moment after it was seen, by a machine whose clock may differ.
const slackSeconds = 60
const slackBlocks = 64n
// By the chain's own clock: so long a transaction that lost its block may take to get into another, and a node to follow the others.
const graceMs = 30_000
const mostLookedUp = 200

type Seen = { readonly head: Block; readonly atMs: number }

export function createReorganisations(deps: ReorganisationDeps): Reorganisations {
  const { books, chain, logger, run } = deps
  const seen = new Map<string, Seen>()

  async function follow(network: string, standing: Standing): Promise<void> {
    const startedMs = performance.now()
    const last = seen.get(network)
    const head = await standing.head()
    // Another node, which has yet to follow.
    if (last !== undefined && head.number < last.head.number) return
    const isSame = last !== undefined && (await standing.has(last.head))
    if (last !== undefined && !isSame)
      logger.warn({ network }, 'the chain has replaced blocks: recent payments are looked for again')
    const seconds = isSame ? (startedMs - last.atMs) / 1_000 + slackSeconds : horizonSeconds
    const lost = await notStanding(network, standing, { head, seconds, from: isSame ? last.head.number - slackBlocks : null })
    if (await settleWith(lost)) seen.set(network, { head, atMs: startedMs })
    // Looked for once more over the whole time, until nothing is in doubt.
    else seen.delete(network)
  }

  async function notStanding(
    network: string,
    standing: Standing,
    o: { head: Block; seconds: number; from: bigint | null },
  ): Promise<RecentCharge[]> {
    const lost: RecentCharge[] = []
    let { from } = o
    const known = new Map<string, Promise<ReadonlySet<string>>>()
    for await (const charges of books.recentCharges(run, network, o.seconds)) {
      from ??= await standing.blockAt(new Date(Date.now() - (o.seconds + slackSeconds) * 1_000))
      const first = from > 0n ? from : 0n
      for (const charge of charges) {
        const { asset, payTo } = charge
        const key = `${asset} ${payTo}`
        if (!known.has(key)) known.set(key, standing.placesOf({ asset, payTo }, first, o.head.number))
        if (charge.logIndex === null) continue
        const places = await known.get(key)!
        if (!places.has(placeOf({ transaction: charge.transaction, logIndex: charge.logIndex }))) lost.push(charge)
      }
    }
    return lost
  }

  /** False where something is in doubt. */
  async function settleWith(lost: readonly RecentCharge[]): Promise<boolean> {
    const moved: (PaidAt & { id: string })[] = []
    const gone: RecentCharge[] = []
    let isSure = lost.length <= mostLookedUp
    for (const charge of lost.slice(0, mostLookedUp)) {
      const { id, transaction, logIndex } = charge
      const fate = await chain.fateOf({ ...charge, since: charge.claimedAt })
      if (fate?.kind === 'paid') {
        if (fate.transaction !== transaction || fate.logIndex !== logIndex)
          moved.push({ id, transaction: fate.transaction, logIndex: fate.logIndex })
      } else if (fate?.kind === 'spent-otherwise') gone.push(charge)
      else if (fate?.kind === 'unspent' && !fate.isUnderway && fate.blockTime.getTime() > charge.settledAt.getTime() + graceMs)
        gone.push(charge)
      else isSure = false
    }
    if (moved.length > 0) {
      await books.move(moved)
      logger.warn({ payments: moved.length }, 'a reorganisation moved payments: the books follow')
    }
    for (const { id, transaction, payer } of gone) {
      await books.takeBack(id, transaction)
      logger.warn(
        { payment: id, transaction, payer },
        'a payment is not on the chain any more: open until it is again, or expires',
      )
    }
    return isSure
  }

  return {
    async look() {
      for (const network of deps.networks) {
        const standing = chain.standing?.(network)
        if (!standing) continue
        await follow(network, standing).catch((error: unknown) =>
          logger.warn(
            { network, err: reasonOf(error) },
            'it could not be seen whether recent payments still stand; looking again',
          ),
        )
      }
    },
  }
}

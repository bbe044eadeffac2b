// What this process claimed and charged a moment ago, kept in memory: a standby that took over may never have heard of it, and then it is
// written down anew, so that a payment is not forgotten whose answer has left.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf } from '../../base/errors.ts'
import { textArray } from '../arrays.ts'
import type { Pool } from '../client.ts'
import { claimKeyOf } from './claim-key.ts'
import type { NewClaim, PaymentName } from './row.ts'
import type { PaymentStore } from './store.ts'
import type { Charge, Claimed } from './writes.ts'

export interface RememberingStore {
  readonly store: PaymentStore
  /** To be said when another server may have taken over; tells how many it had to write down. */
  restore(): Promise<number>
  close(): void
}

interface Remembered {
  readonly claim: NewClaim
  /** Where it stands now. */
  of: PaymentName
  charge: Charge | null
  atMs: number
  bytes: number
}

// No standby that anybody would promote is further behind.
const chargedMs = 60_000
// Work may take so long before it is charged.
const claimedMs = 900_000
const usualMostBytes = 32 * 1_048_576
// Beside its answer.
const bytesOfOne = 1_500
// A longer one is made once more for whoever comes back for it.
const longestAnswer = 65_536
const againMs = 1_000

export function rememberPayments(
  inner: PaymentStore,
  { pool, logger }: { readonly pool: Pick<Pool, 'query'>; readonly logger: Logger },
  mostBytes = usualMostBytes,
): RememberingStore {
  const kept = createMemory(mostBytes)
  let isClosed = false
  const claimed = async (claim: NewClaim, claiming: Promise<Claimed | null>): Promise<Claimed | null> => {
    const found = await claiming
    if (found === null) return null
    const of = { id: found.id, nonce: claim.nonce }
    kept.add(nameOf(of), { claim, of, charge: null, atMs: performance.now(), bytes: bytesOfOne })
    return found
  }
  const charged = (name: string, given: Charge) => {
    const one = kept.find(name)
    if (one === undefined) return
    kept.drop(name)
    const charge = one.charge === null ? given : { ...one.charge, ...given }
    const { answer, ...withoutAnswer } = charge
    const isKept = answer !== undefined && answer.body.length <= longestAnswer
    one.charge = isKept ? charge : withoutAnswer
    one.bytes = bytesOfOne + (isKept ? 2 * answer.body.length : 0)
    kept.add(name, one)
  }
  const placeOf = (of: PaymentName): PaymentName => kept.find(nameOf(of))?.of ?? of
  /** Null where it was not claimed here, or stands there: then it is another's by now, or has come to its end. */
  const claimAgain = async (name: string): Promise<PaymentName | null> => {
    const one = kept.find(name)
    if (one === undefined) return null
    const found = await inner.claim({ ...one.claim, state: 'verified' })
    if (found === null) return null
    one.of = { id: found.id, nonce: one.claim.nonce }
    return one.of
  }
  type Move = (of: PaymentName) => Promise<boolean>
  const moveAnew = async (name: string, move: Move): Promise<PaymentName | null> => {
    const again = await claimAgain(name)
    return again !== null && (await move(again)) ? again : null
  }
  /** What money has moved for is not given up because its row is gone. */
  const moveOrWriteAnew = async (of: PaymentName, move: Move): Promise<boolean> => {
    if (await move(placeOf(of))) return true
    const again = await moveAnew(nameOf(of), move)
    if (again === null) return false
    logger.warn({ payment: of.id, now: again.id }, 'the database had lost a payment under way: written down anew')
    return true
  }
  const forget = <T>(of: PaymentName, done: T): T => {
    kept.drop(nameOf(of))
    return done
  }

  const restoreOnce = async (): Promise<number> => {
    const all = kept.all().filter(([, { charge }]) => charge !== null)
    let written = 0
    for (const name of await missingOf(pool, all)) {
      const { of, charge } = kept.find(name)!
      if (charge === null) continue
      const { canRepeat: _, hasTime: __, ...durable } = charge
      const move: Move = (at) => (charge.answer === undefined ? inner.owe(at, charge) : inner.settle(at, durable))
      // Its claim may be there, and only the charge gone.
      if ((await move(of)) || (await moveAnew(name, move)) !== null) written++
    }
    return written
  }

  return {
    store: {
      ...inner,
      claim: (claim) => claimed(claim, inner.claim(claim)),
      claimNew: (claim) => claimed(claim, inner.claimNew(claim)),
      unclaim: async (of) => forget(of, await inner.unclaim(of)),
      release: async (of, reason) => forget(of, await inner.release(of, reason)),
      fail: async (of, reason) => forget(of, await inner.fail(placeOf(of), reason)),
      async owe(of, paid) {
        const isDone = await moveOrWriteAnew(of, (now) => inner.owe(now, paid))
        if (isDone) charged(nameOf(of), paid)
        return isDone
      },
      async settle(of, charge) {
        const isDone = await moveOrWriteAnew(of, (now) => inner.settle(now, charge))
        if (isDone) charged(nameOf(of), charge)
        return isDone
      },
      pend: (of, transaction, answer) => moveOrWriteAnew(of, (now) => inner.pend(now, transaction, answer)),
      async leave(of) {
        const one = kept.find(nameOf(of))
        if (one?.charge) one.charge = { ...one.charge, hasLeft: true }
        await inner.leave(placeOf(of))
      },
      letGo: (of) => inner.letGo(placeOf(of)),
    },
    async restore() {
      for (let attempt = 1; !isClosed; attempt++) {
        try {
          const written = await restoreOnce()
          if (written > 0)
            logger.warn({ payments: written }, 'the database had lost payments that were charged: written down anew')
          return written
        } catch (error) {
          if (attempt === 1)
            logger.warn({ err: messageOf(error) }, 'charges of the last minute cannot be looked for; trying again')
          await sleep(againMs, undefined, { ref: false })
        }
      }
      return 0
    },
    close() {
      isClosed = true
    },
  }
}

/** What came last, in two tables: the older is left as a whole, so that nothing is searched for what is to go. */
function createMemory(mostBytes: number) {
  let young = new Map<string, Remembered>()
  let old = new Map<string, Remembered>()
  let [bytes, since] = [0, performance.now()]
  const put = (name: string, one: Remembered) => {
    young.set(name, one)
    bytes += one.bytes
  }
  const turn = (now: number) => {
    const left = old
    old = young
    young = new Map()
    bytes = 0
    since = now
    for (const [name, one] of left) if (one.charge === null && now - one.atMs < claimedMs && bytes < mostBytes / 4) put(name, one)
  }
  return {
    find: (name: string) => young.get(name) ?? old.get(name),
    add(name: string, one: Remembered) {
      const now = performance.now()
      if (now - since > chargedMs || bytes + one.bytes > mostBytes / 2) turn(now)
      put(name, one)
    },
    drop(name: string) {
      bytes -= young.get(name)?.bytes ?? 0
      if (!young.delete(name)) old.delete(name)
    },
    all: () => [...old, ...young],
  }
}

const nameOf = ({ id, nonce }: PaymentName): string => `${id} ${nonce}`

async function missingOf(
  pool: Pick<Pool, 'query'>,
  payments: readonly (readonly [name: string, { readonly claim: NewClaim }])[],
): Promise<string[]> {
  if (payments.length === 0) return []
  const of = (read: (claim: NewClaim) => string) => textArray(payments.map(([, { claim }]) => read(claim)))
  const { rows } = await pool.query<{ name: string }>(
    `SELECT x.name FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS x(name, run, network, asset, payer, nonce)
     WHERE NOT EXISTS (SELECT FROM payment p WHERE ${claimKeyOf('p')} = ${claimKeyOf('x')} AND p.state IN ('settled', 'owed'))`,
    [
      textArray(payments.map(([name]) => name)),
      ...[of((c) => c.run), of((c) => c.network), of((c) => c.asset), of((c) => c.payer), of((c) => c.nonce)],
    ],
  )
  return rows.map(({ name }) => name)
}

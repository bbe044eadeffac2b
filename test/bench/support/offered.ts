// Paid calls at a steady pace whatever becomes of them: who comes does not wait for who came before.
import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, openConnection } from './connection.ts'
import { type PaidApi, paidPath } from './paid-api.ts'
import { signPayments } from './payments.ts'

export interface Offered {
  readonly status: number
  readonly retryAfter: string | null
  readonly tookMs: number
}

/** To one API, or to several in turn. */
export async function offer(apis: PaidApi | readonly PaidApi[], perSecond: number, seconds: number): Promise<Offered[]> {
  const all = [apis].flat() as PaidApi[]
  const count = Math.round(perSecond * seconds)
  // Payers of twenty payments each: one payer alone has a share of its own.
  const payments = all.map(({ terms }) =>
    Array.from({ length: Math.ceil(count / all.length / 20) }, () => signPayments(terms, 20)).flat(),
  )
  const free = all.map((): Connection[] => [])
  const answers: Offered[] = []
  const call = async (n: number): Promise<void> => {
    const which = n % all.length
    const connection = free[which]!.pop() ?? (await openConnection(all[which]!.origin))
    const headers = { 'payment-signature': payments[which]![Math.floor(n / all.length)]! }
    const startedAt = performance.now()
    const { status, retryAfter } = await connection.get(paidPath, headers)
    answers.push({ status, retryAfter, tookMs: performance.now() - startedAt })
    free[which]!.push(connection)
  }
  const under: Promise<void>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < count; n++) {
    const ahead = (n * 1_000) / perSecond - (performance.now() - startedAt)
    if (ahead > 1) await wait(ahead)
    under.push(call(n))
  }
  await Promise.all(under)
  for (const connection of free.flat()) connection.close()
  return answers
}

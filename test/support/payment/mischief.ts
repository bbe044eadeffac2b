// Who does payments harm on a real chain: a thief who copies what he reads there, and a facilitator that lies, lags and repeats itself.
import { setTimeout as wait } from 'node:timers/promises'
import type { Devnet } from '../../../devnet/index.ts'
import type { Chance } from './fake-chain.ts'
import type { HttpFacilitator } from './http-facilitator.ts'
import { readPayment } from './onchain.ts'
import type { Signed } from './sign.ts'

type Block = { transactions: { hash: string; to: string | null }[] }

/** Every settlement as it is mined, for as long as `isOver` says no. */
export async function* watchSettlements(chain: Devnet, isOver: () => boolean): AsyncGenerator<Signed> {
  let next = Number(await chain.rpc<string>('eth_blockNumber'))
  while (!isOver()) {
    const latest = Number(await chain.rpc<string>('eth_blockNumber'))
    for (; next <= latest; next++) {
      const { transactions } = await chain.rpc<Block>('eth_getBlockByNumber', `0x${next.toString(16)}`, true)
      for (const { hash, to } of transactions) {
        if (to?.toLowerCase() !== chain.token.toLowerCase()) continue
        // Others' transactions are no payments: a cancellation, a mint.
        const copied = await readPayment(chain, hash).catch(() => null)
        if (copied !== null && copied.authorization.validBefore !== undefined && /^0x.{64}$/.test(copied.authorization.nonce))
          yield copied
      }
    }
    await wait(5)
  }
}

/** What the facilitator does with the next settlements: honest half of the time. */
export function misbehave(facilitator: HttpFacilitator, chance: Chance, known: readonly string[]): void {
  const lie = (transaction: string | undefined) => ({ success: true, transaction, network: 'eip155:84532' })
  const behaviours: (() => HttpFacilitator['settle'])[] = [
    () => ({ kind: 'altered', alter: (answer) => ({ ...answer, ...lie(known[chance(Math.max(1, known.length))]) }) }),
    () => ({ kind: 'instead', body: JSON.stringify(lie(known[chance(Math.max(1, known.length))])) }),
    () => ({ kind: 'instead', body: JSON.stringify(lie(`0x${'7'.repeat(64)}`)) }),
    () => ({ kind: 'hang', after: true }),
    () => ({ kind: 'reset', after: true }),
    () => ({ kind: 'altered', alter: (answer) => ({ ...answer, success: false, errorReason: 'transaction_failed' }) }),
  ]
  facilitator.settle = chance(2) === 0 ? { kind: 'honest' } : behaviours[chance(behaviours.length)]!()
}

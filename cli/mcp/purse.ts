// What a bridge may spend: signs a payment where the price is within what a call and what all of them may cost.
import { randomBytes } from 'node:crypto'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { assets } from '../../api/payment/terms/assets.ts'
import { fromAtomic, inDollars, toAtomic, usd } from '../../api/payment/terms/money.ts'

export interface Signed {
  readonly payment: Record<string, unknown>
  /** The money is there again: it is known that this payment is not taken. */
  unspent(): void
}

export interface PurseOptions {
  /** Null: nothing is paid here. */
  readonly account: PrivateKeyAccount | null
  readonly mostACall: string
  readonly mostInAll: string
  say(line: string): void
}

type Requirements = { network: string; asset: string; amount: string }
type Required = { resource?: unknown; extensions?: Record<string, unknown>; accepts: readonly Requirements[] }

// Every token on offer has as many.
const decimals = 6
const known = new Set(
  Object.values(assets).flatMap((asset) => (asset.family === 'evm' ? [`${asset.network} ${asset.address.toLowerCase()}`] : [])),
)

export function createPurse({ account, mostACall, mostInAll, say }: PurseOptions) {
  const [most, budget] = [toAtomic(usd(mostACall), decimals), toAtomic(usd(mostInAll), decimals)]
  let spent = 0n
  return {
    describe: () =>
      account === null
        ? 'no WALLET_KEY, so nothing is paid here'
        : `${account.address} pays at most ${inDollars(mostACall)} a call and ${inDollars(mostInAll)} in all`,
    /** A sentence where it does not pay. */
    async sign(required: Required): Promise<Signed | string> {
      if (account === null) return 'This bridge has no wallet: set WALLET_KEY.'
      const accepted = required.accepts.find(({ network, asset }) => known.has(`${network} ${asset.toLowerCase()}`))
      if (accepted === undefined) return 'This bridge knows none of the tokens that are accepted.'
      const amount = BigInt(accepted.amount)
      const price = inDollars(fromAtomic(amount, decimals))
      if (amount > most) return `It costs ${price}, more than this bridge may pay for a call (--max-usd ${mostACall}).`
      if (spent + amount > budget)
        return `It costs ${price}, and ${inDollars(fromAtomic(spent, decimals))} of the ${inDollars(mostInAll)} that this bridge may pay (--budget-usd) are spent.`
      spent += amount
      const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, accepted as never)
      say(`paying ${price}, ${inDollars(fromAtomic(spent, decimals))} in all`)
      // With an identifier an answer that was lost is sent again to whoever has it.
      const id = `pay_${randomBytes(16).toString('hex')}`
      const extensions = { 'payment-identifier': { info: { required: false, id } } }
      return {
        payment: { x402Version: 2, resource: required.resource, accepted, payload, extensions },
        unspent() {
          spent -= amount
          say(`not paid, ${inDollars(fromAtomic(spent, decimals))} in all`)
        },
      }
    },
  }
}

export type Purse = ReturnType<typeof createPurse>

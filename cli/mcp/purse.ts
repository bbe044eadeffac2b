// What a bridge may spend: signs a payment where the price is within what a call and what all of them may cost.
import { randomBytes } from 'node:crypto'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { PrivateKeyAccount } from 'viem/accounts'
import { fromAtomic, inDollars, toAtomic, usd } from '../../api/payment/terms/money.ts'
import { asked, findOffer, isDearer } from '../paying/offer.ts'

export interface Signed {
  readonly payment: Record<string, unknown>
  readonly payer: string
  /** What it cost, and what is spent in all by now. */
  told(): string
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

type Required = { resource?: unknown; extensions?: Record<string, unknown>; accepts: unknown }

// Every token on offer has as many.
const decimals = 6

export function createPurse({ account, mostACall, mostInAll, say }: PurseOptions) {
  const budget = toAtomic(usd(mostInAll), decimals)
  let spent = 0n
  // Only the gateway's word says that a payment was not taken: what it gives back is believed up to the budget once more.
  let givenBack = 0n
  return {
    describe: () =>
      account === null
        ? 'no WALLET_KEY, so nothing is paid here'
        : `${account.address} pays at most ${inDollars(mostACall)} a call and ${inDollars(mostInAll)} in all`,
    /** A sentence where it does not pay. */
    async sign(required: Required): Promise<Signed | string> {
      if (account === null) return 'This bridge has no wallet: set WALLET_KEY.'
      const offer = findOffer(required.accepts)
      if (offer === null || offer.decimals !== decimals)
        return `This bridge knows none of the tokens that are accepted (${asked(required.accepts)}).`
      const { amount, accepted } = offer
      const price = inDollars(offer.price)
      if (isDearer(offer, usd(mostACall)))
        return `It costs ${price}, more than this bridge may pay for a call (--max-usd ${mostACall}).`
      if (spent + amount > budget)
        return `It costs ${price}, and ${inDollars(fromAtomic(spent, decimals))} of the ${inDollars(mostInAll)} that this bridge may pay (--budget-usd) are spent.`
      spent += amount
      const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, offer.toSign as never)
      say(`paying ${price}, ${inDollars(fromAtomic(spent, decimals))} in all`)
      // With an identifier an answer that was lost is sent again to whoever has it.
      const id = `pay_${randomBytes(16).toString('hex')}`
      const extensions = { 'payment-identifier': { info: { required: false, id } } }
      return {
        payment: { x402Version: 2, resource: required.resource, accepted, payload, extensions },
        payer: account.address,
        told: () =>
          `Paid ${price}; ${inDollars(fromAtomic(spent, decimals))} of the ${inDollars(mostInAll)} that this bridge may pay are spent.`,
        unspent() {
          const back = givenBack + amount <= budget ? amount : budget - givenBack
          givenBack += back
          spent -= back
          say(`not paid, ${inDollars(fromAtomic(spent, decimals))} in all`)
        },
      }
    },
  }
}

export type Purse = ReturnType<typeof createPurse>

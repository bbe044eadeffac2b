// What everybody can read on the chain, brought to the gateway as if it were one's own: does it fetch the payer's answer?
import type { Hex } from 'viem'
import { defineAttack } from '../attack.ts'
import { readFromChain } from '../chain-reader.ts'
import { encode, paymentOf, readTerms } from '../payment.ts'
import { buy, transactionOf } from '../purchase.ts'
import { plainPath } from '../world.ts'

export default defineAttack({
  row: 'payments 3',
  title: 'a settled payment rebuilt from the chain, in both dialects',
  isQuick: true,
  async run(world) {
    const { purse, payer, get, url, income } = world
    const first = await buy(world, plainPath, await payer())
    const transaction = transactionOf(first) as Hex
    const copied = await readFromChain(purse.reader, transaction)
    const terms = await readTerms(url + plainPath)
    const network = 'base-sepolia'
    const thieves: Record<string, string>[] = [
      { 'payment-signature': encode(paymentOf(terms, copied)) },
      { 'x-payment': encode({ x402Version: 1, scheme: 'exact', network, payload: copied }) },
    ]
    const answers = await Promise.all([0, 1, 2].flatMap(() => thieves.map((headers) => get(headers))))
    const stolen = answers.filter(({ status, text }) => status === 200 && text === first.text).length
    const told = (await (await fetch(`${url}/receipts/${transaction}`)).text()).includes(plainPath)
    const paid = Number((await income()) / BigInt(terms.amount))
    return {
      got: `${stolen} of ${answers.length} copies of the answer${told ? ', told by the receipt where to ask' : ''}`,
      charged: `${paid} price`,
      isHeld: stolen === 0 && !told,
    }
  },
})

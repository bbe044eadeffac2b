// Another payer's payment-identifier under one's own payment, and one's own under a payment from the chain.
import type { Hex } from 'viem'
import { defineAttack } from '../attack.ts'
import { readFromChain } from '../chain-reader.ts'
import { sign } from '../payment.ts'
import { transactionOf } from '../purchase.ts'

const named = (id: string) => ({ 'payment-identifier': { info: { required: false, id } } })

export default defineAttack({
  row: 'own 4',
  title: "another payer's payment-identifier, and one of one's own on a copied payment",
  isQuick: true,
  async run({ purse, payer, terms, headers, get, income }) {
    const id = `pay_${(await payer(1n)).address.slice(2, 34)}`
    const mine = await get(headers(await sign(terms, await payer()), named(id)))
    const before = await income()
    const theirs = await get(headers(await sign(terms, await payer()), named(id)))
    const isOwnPurchase = theirs.status !== 200 || ((await income()) > before && transactionOf(theirs) !== transactionOf(mine))
    const copied = await readFromChain(purse.reader, transactionOf(mine) as Hex)
    const tries = await Promise.all(
      ['pay_'.padEnd(36, '0'), id.toUpperCase(), ` ${id}`, `${id}\u0000`].map((one) => get(headers(copied, named(one)))),
    )
    const stolen = tries.filter(({ status }) => status === 200).length
    return {
      got: `${stolen} of ${tries.length} copies; a shared name ${isOwnPurchase ? 'bought its own answer' : 'fetched another payer’s answer'}`,
      isHeld: stolen === 0 && isOwnPurchase,
    }
  },
})

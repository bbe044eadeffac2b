// A stream's payment read from the chain and sent on another connection: whose are the updates then?
import { defineAttack } from '../attack.ts'
import { paymentsOf, readFromChain } from '../chain-reader.ts'
import { paymentOf, sign, termsOf } from '../payment.ts'
import { openStream } from '../stream.ts'
import { plainPath } from '../world.ts'

const name = plainPath.replace('/api/', '')

export default defineAttack({
  row: 'payments 3',
  title: 'a bought stream taken over with the payment from the chain',
  isQuick: true,
  async run({ url, purse, payer, terms }) {
    const account = await payer()
    const [mine, theirs] = [await openStream(url), await openStream(url)]
    try {
      mine.say({ subscribe: [name], full: true })
      const { payment_required: required } = await mine.next(['payment_required'])
      const asked = termsOf(required)
      mine.say({ subscribe: [name], payment: paymentOf(asked, await sign(asked, account)) })
      const bought = await mine.next(['subscribed', 'error'])
      if (bought?.type !== 'subscribed') throw new Error(`the payer could not buy: ${JSON.stringify(bought)}`)
      const [transaction] = await paymentsOf(purse.reader, terms.asset, account.address)
      const copied = await readFromChain(purse.reader, transaction!)
      theirs.say({ subscribe: [name], payment: paymentOf(asked, copied) })
      const taken = await theirs.next(['subscribed', 'payment_required', 'error'])
      const left = taken?.updates_left ?? 0
      return { got: left > 0 ? `${left} updates that another paid for` : `${taken?.type ?? 'nothing'}`, isHeld: left === 0 }
    } finally {
      mine.close()
      theirs.close()
    }
  },
})

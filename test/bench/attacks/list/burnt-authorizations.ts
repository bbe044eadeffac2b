// One transaction burns many authorizations beside one real payment; then each burnt one is presented as a payment of its own.
import { defineAttack } from '../attack.ts'
import { sign } from '../payment.ts'

const burnt = 20

export default defineAttack({
  row: 'payments 1',
  title: `${burnt} burnt authorizations beside one payment in a transaction`,
  isQuick: true,
  async run({ purse, payer, terms, headers, get, income }) {
    const account = await payer()
    const real = await sign(terms, account)
    const ashes = await Promise.all(
      Array.from({ length: burnt }, () => sign(terms, account, { to: account.address, value: '0' })),
    )
    await purse.sendTogether([...ashes, real])
    const presented = await Promise.all(ashes.map(({ authorization: { nonce } }) => sign(terms, account, { nonce })))
    const answers = await Promise.all([real, ...presented].map((signed) => get(headers(signed))))
    const bought = answers.filter(({ status }) => status === 200).length
    const paid = Number((await income()) / BigInt(terms.amount))
    return { got: `${bought} answers for ${paid} price`, isHeld: bought <= paid }
  },
})

// A second authorization, of another kind, beside the one that is checked; the wallet is a contract that says yes to every signature.
import { randomBytes } from 'node:crypto'
import { defineAttack } from '../attack.ts'
import { authorizationOf, nowSeconds } from '../payment.ts'
import { yesSayer } from '../wallets.ts'

const calls = 21
// As the published scheme names them; on a chain where neither stands, a call of them does nothing and succeeds.
const proxy = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001'

export default defineAttack({
  row: 'payments 2',
  title: `${calls} payloads with an unchecked Permit2 authorization beside`,
  isQuick: true,
  async run({ purse, terms, headers, get, income }) {
    const from = await purse.deploy(yesSayer)
    const call = () => {
      const authorization = authorizationOf(terms, from)
      const permit2Authorization = {
        from,
        permitted: { token: terms.asset, amount: terms.amount },
        spender: proxy,
        nonce: BigInt(authorization.nonce).toString(),
        deadline: String(nowSeconds() + 60),
        witness: { to: terms.payTo, validAfter: '0' },
      }
      return get(headers({ authorization, permit2Authorization, signature: `0x${randomBytes(70).toString('hex')}` }))
    }
    const answers = await Promise.all(Array.from({ length: calls }, call))
    const bought = answers.filter(({ status }) => status === 200).length
    const paid = Number((await income()) / BigInt(terms.amount))
    return { got: `${bought} answers for ${paid} prices (${answers[0]!.status})`, isHeld: bought <= paid }
  },
})

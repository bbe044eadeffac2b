// A payment identifier that is an object instead of a text: an answer of 503 for ever, or a refusal that leaves the payment good?
import { defineAttack } from '../attack.ts'
import { sign } from '../payment.ts'

export default defineAttack({
  row: 'payments low 1',
  title: 'payment-identifier as an object, a list, a number',
  isQuick: true,
  async run({ payer, terms, headers, get }) {
    const account = await payer()
    const ids: unknown[] = [{ toString: 1 }, { toString: null, valueOf: null }, ['x'.repeat(32)], 7, null]
    const statuses: number[] = []
    for (const id of ids) {
      const signed = await sign(terms, account)
      const named = headers(signed, { 'payment-identifier': { info: { required: false, id } } })
      statuses.push((await get(named)).status)
    }
    return { got: statuses.join(' '), isHeld: statuses.every((status) => status === 400) }
  },
})

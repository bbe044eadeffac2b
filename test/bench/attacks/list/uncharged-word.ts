// A payer over the limit repeats a payment that was charged: is "nothing was charged" said of it?
import { defineAttack } from '../attack.ts'
import { sign } from '../payment.ts'

const limit = 6

export default defineAttack({
  row: 'payments 12',
  title: 'repeats of charged payments by a payer over the limit',
  own: { RATE_LIMIT_PER_PAYER: String(limit) },
  async run({ payer, terms, headers, get }) {
    const account = await payer()
    const charged: Record<string, string>[] = []
    for (let n = 0; n < limit; n++) {
      const paid = headers(await sign(terms, account))
      if ((await get(paid)).status === 200) charged.push(paid)
    }
    const repeats = await Promise.all(charged.map((paid) => get(paid)))
    const untrue = repeats.filter(({ text }) => text.includes('nothing was charged')).length
    return { got: `"nothing was charged" of ${untrue} of ${charged.length} charged payments`, isHeld: untrue === 0 }
  },
})

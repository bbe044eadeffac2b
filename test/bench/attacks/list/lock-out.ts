// Forged payments of contract wallets from one address, many at once: can honest contract wallets elsewhere still pay?
import { randomBytes } from 'node:crypto'
import { type Hex, toHex } from 'viem'
import { defineAttack } from '../attack.ts'
import { authorizationOf } from '../payment.ts'
import { askRaw } from '../raw.ts'
import { slowNo, yesSayer } from '../wallets.ts'
import { plainPath } from '../world.ts'

const forgers = 150
const purchases = 12

export default defineAttack({
  row: 'payments 14',
  title: `${forgers} forgers at once beside honest contract wallets that are new here`,
  async run({ url, purse, terms, headers }) {
    const honest: Hex[] = []
    for (let n = 0; n < purchases; n++) honest.push(await purse.deploy(yesSayer))
    // A wallet that thinks long before it says no holds its place for as long.
    const slow = await purse.deploy(slowNo)
    const pay = (from: Hex, localAddress: string) => {
      const payment = headers({ authorization: authorizationOf(terms, from), signature: toHex(randomBytes(70)) })
      return askRaw(url + plainPath, { headers: payment, localAddress })
    }
    let isOver = false
    const forge = async () => {
      while (!isOver) await pay(slow, '127.0.3.1').catch(() => undefined)
    }
    const forging = Array.from({ length: forgers }, forge)
    const refused: number[] = []
    for (const wallet of honest) {
      const { status } = await pay(wallet, '127.0.3.2')
      if (status !== 200) refused.push(status)
    }
    isOver = true
    await Promise.all(forging)
    const what = refused.length === 0 ? '' : ` (${[...new Set(refused)].join(', ')})`
    return { got: `${refused.length} of ${purchases} honest purchases refused${what}`, isHeld: refused.length === 0 }
  },
})

// A contract wallet that approves where gas costs nothing and burns it where somebody pays for it: what does the settling key lose?
import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import { defineAttack } from '../attack.ts'
import { authorizationOf } from '../payment.ts'
import { buy, transactionOf } from '../purchase.ts'
import { freeRider } from '../wallets.ts'
import { plainPath } from '../world.ts'

const calls = 60

export default defineAttack({
  row: 'payments 7',
  title: `${calls} calls of a wallet that burns the gas of whoever settles, then ${calls} more`,
  async run(world) {
    const { purse, payer, terms, headers, get } = world
    const settled = transactionOf(await buy(world, plainPath, await payer())) as Hex
    const { from: settler } = await purse.reader.getTransaction({ hash: settled })
    const wallet = await purse.deploy(freeRider)
    const block = await purse.reader.getBlockNumber()
    const call = () =>
      get(headers({ authorization: authorizationOf(terms, wallet), signature: `0x${randomBytes(70).toString('hex')}` }))
    for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: calls }, call))
    const { reverted, gas } = await purse.gasSpentBy(settler, block)
    return { got: `${reverted} reverts, ${(Number(gas) / 1e6).toFixed(1)} M gas of ours`, isHeld: reverted === 0 }
  },
})

// What a stranger is told about the business: income by /metrics on the public port, and who bought what by receipts.
import { freePort } from '../../../../db/embedded/free-port.ts'
import { defineAttack } from '../attack.ts'
import { ask } from '../world.ts'

export default defineAttack({
  row: 'payments low 6',
  title: 'income read from /metrics of the public port',
  own: async () => ({ env: { METRICS_PORT: String(await freePort()) }, stop: async () => undefined }),
  async run({ url }) {
    const { text, status } = await ask(`${url}/metrics`)
    const money = text.split('\n').filter((line) => /^tollgate_payment.*usd/.test(line)).length
    return { got: `${status}, ${money} lines about money`, isHeld: money === 0 }
  },
})

// Polls totalSupply() and decimals() of each token through a public node: ERC-20, a standard. Documented.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { askViews } from '../../shapes/json-rpc.ts'
import { rwaContracts } from '../rwa-prices/topic.ts'
import { rwaSupplies } from './topic.ts'

const symbols = Object.values(rwaContracts)
const views = Object.entries(rwaContracts).flatMap(([to, symbol]) => [
  { name: `supply/${symbol}`, to, data: '0x18160ddd' },
  { name: `decimals/${symbol}`, to, data: '0x313ce567' },
])

export default defineIngestor<ValueOf<typeof rwaSupplies>, ReadonlyMap<string, bigint>>({
  source: 'rwa-supplies',
  topic: rwaSupplies,
  schedule: '8 */2 * * *',
  grade: 'A',
  proof: 'documented',
  fetch: (context) => askViews(context, 'https://ethereum-rpc.publicnode.com', 'rwa-supplies', views),
  parse: (words, at) =>
    symbols.map((symbol) => {
      const digits = Number(words.get(`decimals/${symbol}`))
      if (!(digits <= 36)) throw new TollgateError('upstream_changed', `${symbol} has ${digits} digits`)
      return {
        date: at.toISOString().slice(0, 10),
        symbol,
        supply: Number(words.get(`supply/${symbol}`)) / 10 ** digits,
      }
    }),
})

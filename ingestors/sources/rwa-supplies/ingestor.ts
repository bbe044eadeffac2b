// Polls totalSupply() and decimals() of each token through a public node: ERC-20, a standard. Documented.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
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
  fetch: (context) => askViews(context, 'https://ethereum-rpc.publicnode.com', 'rwa-supplies', views, context.setAside),
  parse: (words, at, setAside) =>
    symbols.flatMap((symbol) => {
      const [supply, digits] = [words.get(`supply/${symbol}`), words.get(`decimals/${symbol}`)]
      // Its view was set aside.
      if (supply === undefined || digits === undefined) return []
      const read = () => [{ date: at.toISOString().slice(0, 10), symbol, supply: Number(supply) / 10 ** readDigits(digits) }]
      return readOrSetAside(() => symbol, read, setAside) ?? []
    }),
})

function readDigits(word: bigint): number {
  if (word > 36n) throw new TollgateError('upstream_changed', `a token has ${word} digits`)
  return Number(word)
}

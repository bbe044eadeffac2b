// Polls the list of stablecoins with prices; every amount sits under a key named like the coin's peg.
import { type Row, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { snapshotSource } from '../../shapes/tables.ts'
import { type Stablecoin, stablecoins } from './topic.ts'

const mostCoins = 200
const leastSupply = 5e6
const leastOnChain = 1e5

export default snapshotSource({
  source: 'defillama-stables',
  topic: stablecoins,
  schedule: '*/15 * * * *',
  grade: 'B',
  proof: 'documented',
  url: 'https://stablecoins.llama.fi/stablecoins?includePrices=true',
  rows: (answer) => readRows(readRow(answer, 'the answer').peggedAssets, 'peggedAssets'),
  row: readCoin,
  value: (coins, at) => ({
    at: at.toISOString(),
    coins: coins.toSorted((a, b) => b.supply - a.supply || (a.id < b.id ? -1 : 1)).slice(0, mostCoins),
  }),
})

/** null: too small, or its supply is not known. */
function readCoin(asset: Row): Stablecoin | null {
  const peg = readText(asset.pegType, 'pegType')
  const amount = (amounts: unknown) => (amounts == null ? null : readNumberOrNull(readRow(amounts, 'amounts')[peg], peg))
  const supply = amount(asset.circulating)
  if (supply === null || supply < leastSupply) return null
  const price = readNumberOrNull(asset.price, 'price')
  const chains = Object.entries(asset.chainCirculating == null ? {} : readRow(asset.chainCirculating, 'chainCirculating'))
    .map(([chain, on]) => ({ chain, amounts: on === null ? {} : readRow(on, chain) }))
    .map(({ chain, amounts }) => ({
      chain,
      supply: amount(amounts.current),
      supply_7d_ago: amount(amounts.circulatingPrevWeek),
    }))
    .filter((one): one is typeof one & { supply: number } => one.supply !== null && one.supply >= leastOnChain)
  return {
    id: readText(asset.id, 'id'),
    name: readText(asset.name, 'name'),
    symbol: readText(asset.symbol, 'symbol'),
    peg,
    mechanism: readTextOrNull(asset.pegMechanism, 'pegMechanism'),
    // A coin that nobody trades has a price of zero.
    price_usd: price === 0 ? null : price,
    supply,
    supply_1d_ago: amount(asset.circulatingPrevDay),
    supply_7d_ago: amount(asset.circulatingPrevWeek),
    supply_30d_ago: amount(asset.circulatingPrevMonth),
    chains: chains.sort((a, b) => b.supply - a.supply || (a.chain < b.chain ? -1 : 1)),
  }
}

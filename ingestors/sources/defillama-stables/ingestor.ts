// Polls the list of stablecoins with prices; every amount sits under a key named like the coin's peg, and is in dollars at the price of now.
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
  proof: 'captured 2026-10',
  url: 'https://stablecoins.llama.fi/stablecoins?includePrices=true',
  rows: (answer) => withOwnPrices(readRows(readRow(answer, 'the answer').peggedAssets, 'peggedAssets')),
  row: readCoin,
  value: (coins, at) => ({
    at: at.toISOString(),
    coins: coins.toSorted((a, b) => b.supply - a.supply || (a.id < b.id ? -1 : 1)).slice(0, mostCoins),
  }),
})

// What no market lists is given another coin's price, the same to its last digit: a coin that fell would seem to hold.
function withOwnPrices(assets: readonly Row[]): Row[] {
  const times = new Map<unknown, number>()
  for (const { price } of assets) times.set(price, (times.get(price) ?? 0) + 1)
  return assets.map((asset) => (asset.gecko_id == null && times.get(asset.price)! > 1 ? { ...asset, price: null } : asset))
}

/** null: too small, given up, or its supply is not known. */
function readCoin(asset: Row): Stablecoin | null {
  const peg = readText(asset.pegType, 'pegType')
  const supply = readAmount(asset.circulating, peg)
  if (supply === null || supply < leastSupply || readTextOrNull(asset.deadFrom, 'deadFrom') !== null) return null
  const amount = (amounts: unknown) => readAmount(amounts, peg)
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

// Bridges count some of a coin below nothing.
function readAmount(amounts: unknown, peg: string): number | null {
  const amount = amounts == null ? null : readNumberOrNull(readRow(amounts, 'amounts')[peg], peg)
  return amount === null || amount < 0 ? null : amount
}

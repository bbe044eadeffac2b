// Polls the list of stablecoins with prices; every amount sits under a key named like the coin's peg, and is in dollars at the price of now.
import { type Row, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { snapshotSource } from '../../shapes/tables.ts'
import { type Stablecoin, stablecoins } from './topic.ts'

const mostCoins = 200
const leastUsd = 5e6
const leastOnChainUsd = 1e5

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
    coins: coins.toSorted((a, b) => usdOf(b) - usdOf(a) || (a.id < b.id ? -1 : 1)).slice(0, mostCoins),
  }),
})

const usdOf = ({ supply, price_usd }: Stablecoin): number => supply * (price_usd ?? 1)

// What no market lists is given another coin's price, the same to its last digit: a coin that fell would seem to hold.
function withOwnPrices(assets: readonly Row[]): Row[] {
  const times = new Map<unknown, number>()
  for (const { price } of assets) times.set(price, (times.get(price) ?? 0) + 1)
  return assets.map((asset) => {
    const isLent = asset.gecko_id == null && times.get(asset.price)! > 1
    return { ...asset, price: isLent ? null : asset.price, counted_at: asset.price }
  })
}

/** null: too small, given up, or its supply is not known. */
function readCoin(asset: Row): Stablecoin | null {
  const peg = readText(asset.pegType, 'pegType')
  const usd = readAmount(asset.circulating, peg)
  if (usd === null || usd < leastUsd || readTextOrNull(asset.deadFrom, 'deadFrom') !== null) return null
  // Whatever its key says, an amount is as many dollars as its coins were worth at the price beside it, those of last month too.
  const each = readNumberOrNull(asset.counted_at, 'price') || (peg === 'peggedUSD' ? 1 : null)
  // Without a price they are counted at an exchange rate that nobody tells: how many coins there are is not known.
  if (each === null) return null
  const amount = (amounts: unknown) => coinsFor(readAmount(amounts, peg), each)
  const price = readNumberOrNull(asset.price, 'price')
  const chains = Object.entries(asset.chainCirculating == null ? {} : readRow(asset.chainCirculating, 'chainCirculating'))
    .map(([chain, on]) => ({ chain, amounts: on === null ? {} : readRow(on, chain) }))
    .filter(({ amounts }) => (readAmount(amounts.current, peg) ?? 0) >= leastOnChainUsd)
    .map(({ chain, amounts }) => ({
      chain,
      supply: amount(amounts.current),
      supply_7d_ago: amount(amounts.circulatingPrevWeek),
    }))
    .filter((one): one is typeof one & { supply: number } => one.supply !== null)
  return {
    id: readText(asset.id, 'id'),
    name: readText(asset.name, 'name'),
    symbol: readText(asset.symbol, 'symbol'),
    peg,
    mechanism: readTextOrNull(asset.pegMechanism, 'pegMechanism'),
    // A coin that nobody trades has a price of zero.
    price_usd: price === 0 ? null : price,
    supply: usd / each,
    supply_1d_ago: amount(asset.circulatingPrevDay),
    supply_7d_ago: amount(asset.circulatingPrevWeek),
    supply_30d_ago: amount(asset.circulatingPrevMonth),
    chains: chains.sort((a, b) => b.supply - a.supply || (a.chain < b.chain ? -1 : 1)),
  }
}

const coinsFor = (usd: number | null, each: number): number | null => (usd === null ? null : usd / each)

// Bridges count some of a coin below nothing.
function readAmount(amounts: unknown, peg: string): number | null {
  const amount = amounts == null ? null : readNumberOrNull(readRow(amounts, 'amounts')[peg], peg)
  return amount === null || amount < 0 ? null : amount
}

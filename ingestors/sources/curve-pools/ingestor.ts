// Polls Curve's larger pools on Ethereum; balances are whole numbers in text, of as many digits as the coin has decimals.
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { snapshotSource } from '../../shapes/tables.ts'
import { type CurvePool, curvePools } from './topic.ts'

const leastUsd = 1e6
// What costs between half a dollar and two is held to some currency; pools of ether or bitcoin say nothing of a peg.
const cheapest = 0.5
const dearest = 2
const stableRegistries = new Set(['main', 'factory', 'factory-crvusd', 'factory-stable-ng'])

export default snapshotSource({
  source: 'curve-pools',
  topic: curvePools,
  schedule: '*/15 * * * *',
  grade: 'B',
  proof: 'captured 2025-06',
  url: 'https://api.curve.finance/v1/getPools/big/ethereum',
  rows: (answer) => readRows(readRow(readRow(answer, 'the answer').data, 'data').poolData, 'poolData'),
  row: readPool,
  value: (pools, at) => ({
    at: at.toISOString(),
    pools: pools.toSorted((a, b) => b.usd - a.usd || (a.address < b.address ? -1 : 1)),
  }),
})

/** null: too small, of other coins, or of a coin without a price. */
function readPool(row: Row): CurvePool | null {
  if ((readNumberOrNull(row.usdTotal, 'usdTotal') ?? 0) < leastUsd) return null
  const coins = readRows(row.coins, 'coins').map((coin) => ({
    symbol: readText(coin.symbol, 'symbol'),
    price: readNumberOrNull(coin.usdPrice, 'usdPrice'),
    amount: readNumber(coin.poolBalance, 'poolBalance') / 10 ** readNumber(coin.decimals, 'decimals'),
  }))
  if (coins.length < 2 || coins.some(({ price }) => price === null || price > dearest)) return null
  // A coin that broke costs a few cents: only where nobody says that the pool is of dollars is it a coin without a peg.
  if (row.assetTypeName !== 'usd' && coins.some(({ price }) => price! < cheapest)) return null
  const priced = coins.map(({ symbol, price, amount }) => ({ symbol, usd: amount * price!, amount }))
  return {
    address: readText(row.address, 'address').toLowerCase(),
    name: readText(row.name, 'name'),
    usd: priced.reduce((sum, coin) => sum + coin.usd, 0),
    coins: priced,
    amplification: readAmplification(row),
  }
}

// Other kinds of pools name a figure alike that means something else; those of shares or with rates trade at other than their amounts.
function readAmplification(row: Row): number | null {
  if (row.isMetaPool !== false || row.usesRateOracle === true || row.isBroken === true) return null
  if (row.registryId != null && !stableRegistries.has(readText(row.registryId, 'registryId'))) return null
  return row.amplificationCoefficient == null ? null : readNumber(row.amplificationCoefficient, 'amplificationCoefficient')
}

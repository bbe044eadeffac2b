// Polls the list of stablecoins with prices; every amount sits under a key named like the coin's peg.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type Stablecoin, stablecoins } from './topic.ts'

type Amounts = Readonly<Record<string, unknown>> | null | undefined
interface Asset {
  readonly [member: string]: unknown
  readonly id?: string
  readonly name?: string
  readonly symbol?: string
  readonly pegType?: string
  readonly pegMechanism?: string | null
  readonly price?: unknown
  readonly circulating?: Amounts
  readonly chainCirculating?: Record<string, { current?: Amounts; circulatingPrevWeek?: Amounts }>
}

const mostCoins = 120
const leastSupply = 5e6
const chainsPerCoin = 5
const mostChains = 30

export default defineIngestor<ValueOf<typeof stablecoins>, unknown>({
  source: 'defillama-stables',
  topic: stablecoins,
  schedule: '*/15 * * * *',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://stablecoins.llama.fi/stablecoins?includePrices=true', { signal }),
  parse(raw, at) {
    const { peggedAssets } = raw as { peggedAssets?: Asset[] }
    if (!Array.isArray(peggedAssets)) throw new TollgateError('upstream_changed', 'peggedAssets is not a list')
    const assets = peggedAssets.filter((asset) => (amountOf(asset, asset.circulating) ?? 0) >= leastSupply)
    const coins = assets.map(readCoin).sort((a, b) => b.supply - a.supply || (a.id < b.id ? -1 : 1))
    return [{ at: at.toISOString(), coins: coins.slice(0, mostCoins), chains: readChains(assets) }]
  },
})

function amountOf(asset: Asset, amounts: Amounts): number | null {
  const amount = Number(amounts?.[asset.pegType ?? ''] ?? Number.NaN)
  return Number.isFinite(amount) && amount >= 0 ? amount : null
}

// A price may be missing, null, or text that says so.
function priceOf(asset: Asset): number | null {
  const price = asset.price === null || asset.price === undefined ? Number.NaN : Number(asset.price)
  return Number.isFinite(price) && price > 0 ? price : null
}

function readCoin(asset: Asset): Stablecoin {
  const { id, name, symbol, pegType } = asset
  if (id === undefined || name === undefined || symbol === undefined || pegType === undefined)
    throw new TollgateError('upstream_changed', `a stablecoin lacks its id, name, symbol or pegType: ${id ?? name}`)
  const before = (member: string) => amountOf(asset, asset[member] as Amounts)
  const chains = Object.entries(asset.chainCirculating ?? {})
    .map(([chain, amounts]) => ({ chain, supply: amountOf(asset, amounts.current) ?? 0 }))
    .sort((a, b) => b.supply - a.supply || (a.chain < b.chain ? -1 : 1))
  return {
    id: String(id),
    name,
    symbol,
    peg: pegType,
    mechanism: asset.pegMechanism ?? '',
    price_usd: priceOf(asset),
    supply: amountOf(asset, asset.circulating)!,
    supply_1d_ago: before('circulatingPrevDay'),
    supply_7d_ago: before('circulatingPrevWeek'),
    supply_30d_ago: before('circulatingPrevMonth'),
    chains: chains.slice(0, chainsPerCoin),
  }
}

// In dollars: a euro coin without a price cannot be added up.
function readChains(assets: readonly Asset[]) {
  const totals = new Map<string, { supply_usd: number; supply_7d_ago_usd: number }>()
  for (const asset of assets) {
    const price = priceOf(asset) ?? (asset.pegType === 'peggedUSD' ? 1 : null)
    if (price === null) continue
    for (const [chain, amounts] of Object.entries(asset.chainCirculating ?? {})) {
      const total = totals.get(chain) ?? { supply_usd: 0, supply_7d_ago_usd: 0 }
      total.supply_usd += (amountOf(asset, amounts.current) ?? 0) * price
      total.supply_7d_ago_usd += (amountOf(asset, amounts.circulatingPrevWeek) ?? 0) * price
      totals.set(chain, total)
    }
  }
  return [...totals]
    .map(([chain, total]) => ({ chain, ...total }))
    .sort((a, b) => b.supply_usd - a.supply_usd || (a.chain < b.chain ? -1 : 1))
    .slice(0, mostChains)
}

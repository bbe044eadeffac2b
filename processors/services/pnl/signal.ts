// What a wallet gained in a window: swaps on its chain by lots, first in first out, and a perpetual venue's own closings, fees and funding.
import { clip, ratio, round, say } from '../../formula/index.ts'
import { type Ledger, type Move, settle } from '../../formula/lots.ts'

export const outcomes = ['profitable', 'flat', 'losing', 'insufficient_data'] as const
export const windowDays = { '30d': 30, '7d': 7, '90d': 90, '1y': 365, all: Number.POSITIVE_INFINITY } as const
export type WindowName = keyof typeof windowDays

export interface Leg {
  readonly tx: string
  readonly at: Date
  readonly token: string
  readonly out: boolean
  readonly units: number
}

export interface Held {
  readonly token: string
  readonly symbol: string | null
  readonly units: number | null
  readonly priceUsd: number | null
  readonly isDollar: boolean
}

export interface ChainSide {
  readonly legs: readonly Leg[]
  readonly held: readonly Held[]
  /** From the first block on: what its balance does not owe to transfers grew or shrank by itself. */
  readonly isWhole: boolean
}

export interface VenueSide {
  readonly accountUsd: number
  readonly unrealizedUsd: number
  readonly fills: readonly { readonly at: Date; readonly coin: string; readonly closedUsd: number; readonly feeUsd: number }[]
  readonly funding: readonly { readonly at: Date; readonly coin: string; readonly usd: number }[]
  readonly isCut: boolean
}

const dayMs = 86_400_000

/** Transfers of one transaction are one deal: what went out was paid for what came in. Only dollars on one side give it a price. */
export function movesOf({ legs, held, isWhole }: ChainSide, now: Date): Move[] {
  const dollars = new Set(held.filter(({ isDollar }) => isDollar).map(({ token }) => token))
  const sum = (list: readonly Leg[]) => list.reduce((total, { units }) => total + units, 0)
  const moves = [...Map.groupBy(legs, ({ tx }) => tx).values()].flatMap((deal): Move[] => {
    const net = [...Map.groupBy(deal, ({ token }) => token)].map(([token, list]) => ({
      token,
      by: sum(list.filter(({ out }) => !out)) - sum(list.filter(({ out }) => out)),
    }))
    const cash = net.filter(({ token }) => dollars.has(token)).reduce((total, { by }) => total + by, 0)
    const others = net.filter(({ token, by }) => !dollars.has(token) && by !== 0)
    const [came, went] = [others.filter(({ by }) => by > 0), others.filter(({ by }) => by < 0)]
    const { at } = deal[0]!
    return [...went, ...came].map(({ token: asset, by }): Move => {
      const quantity = Math.abs(by)
      // Several at once share a price that nobody knows; one alone has it whole.
      const priced = others.length === 1 && cash !== 0 && cash < 0 === by > 0 ? { usd: Math.abs(cash) } : {}
      const isSwap = others.length > 1 ? came.length > 0 && went.length > 0 : cash !== 0 && cash < 0 === by > 0
      return { kind: by > 0 ? (isSwap ? 'buy' : 'in') : isSwap ? 'sell' : 'out', asset, quantity, at, ...priced }
    })
  })
  return isWhole ? [...moves, ...rebases(legs, held, dollars, now)] : moves
}

const leastRebase = 1e-9

function rebases(legs: readonly Leg[], held: readonly Held[], dollars: ReadonlySet<string>, now: Date): Move[] {
  return held.flatMap(({ token, units }): Move[] => {
    if (units === null || dollars.has(token)) return []
    const moved = legs.filter((leg) => leg.token === token)
    const known = moved.reduce((total, { out, units }) => total + (out ? -units : units), 0)
    const by = units - known
    return moved.length === 0 || Math.abs(by) <= leastRebase * Math.max(units, known)
      ? []
      : [{ kind: 'rebase', asset: token, quantity: by, at: now }]
  })
}

export interface PnlInputs {
  readonly chain: ChainSide
  readonly venue: VenueSide | null
}

export const pnlVenues = ['all', 'hyperliquid', 'evm'] as const
export type PnlVenue = (typeof pnlVenues)[number]

/** What is not asked about is as if it were not there. */
export const onlyOn = (where: PnlVenue, { chain, venue }: PnlInputs): PnlInputs => ({
  chain: where === 'hyperliquid' ? { isWhole: true, legs: [], held: [] } : chain,
  venue: where === 'evm' ? null : venue,
})

/** `ledger` is the chain side's, where it was settled before: it is the same for every window. */
export function computePnl(
  { chain, venue }: PnlInputs,
  name: WindowName,
  now: Date,
  where: PnlVenue = 'all',
  ledger: Ledger = settle(movesOf(chain, now)),
) {
  const from = now.getTime() - windowDays[name] * dayMs
  const isIn = ({ at }: { readonly at: Date }) => at.getTime() >= from
  const symbols = new Map(chain.held.map((one) => [one.token, one.symbol]))
  const shared = new Map<string | null, number>()
  for (const symbol of symbols.values()) shared.set(symbol, (shared.get(symbol) ?? 0) + 1)
  // Anybody may give a token the name of another.
  const named = (token: string) => {
    const symbol = symbols.get(token) ?? null
    return symbol === null ? token : shared.get(symbol)! > 1 ? `${symbol} ${token}` : symbol
  }
  const prices = new Map(chain.held.map((one) => [one.token, one.priceUsd]))
  const onChain = readLedger(ledger, prices, isIn)
  const fills = venue?.fills.filter(isIn) ?? []
  const funding = venue?.funding.filter(isIn) ?? []
  const closed = fills.filter(({ closedUsd }) => closedUsd !== 0)
  const onVenue = {
    realized: closed.reduce((sum, { closedUsd }) => sum + closedUsd, 0),
    fees: fills.reduce((sum, { feeUsd }) => sum + feeUsd, 0),
    funding: funding.reduce((sum, { usd }) => sum + usd, 0),
    unrealized: venue?.unrealizedUsd ?? 0,
  }
  const results = [
    ...onChain.sales.map(({ at, asset, gainUsd }) => ({ at, asset: named(asset), usd: gainUsd })),
    ...closed.map(({ at, coin, closedUsd, feeUsd }) => ({ at, asset: coin, usd: closedUsd - feeUsd })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  const chainNet = onChain.realized + (onChain.unrealized ?? 0)
  const venueNet = onVenue.realized - onVenue.fees + onVenue.funding + onVenue.unrealized
  const net = chainNet + venueNet
  const equity = (venue?.accountUsd ?? 0) + chain.held.reduce((sum, one) => sum + (one.units ?? 0) * (one.priceUsd ?? 0), 0)
  const curve = curveOf(results)
  const stats = statsOf(results, curve, onChain.sales)
  const hasAny = results.length > 0 || onVenue.unrealized !== 0 || onChain.unrealized !== null
  const strength = Math.tanh(net / Math.max(1, 0.25 * equity))
  // Who only won has no factor to tell, and is no worse than who lost a little too.
  const factor = stats.profit_factor === null ? ((stats.worst_usd ?? 0) > 0 ? 1 : 0.5) : clip(stats.profit_factor / 2, 0, 1)
  const score = hasAny
    ? 0.6 * (50 + 50 * strength) + 20 * factor + 20 * (1 - clip((stats.max_drawdown_usd ?? 0) / Math.max(1, equity), 0, 1))
    : 50
  const label: (typeof outcomes)[number] = !hasAny
    ? 'insufficient_data'
    : Math.abs(net) < Math.max(1, 0.005 * equity)
      ? 'flat'
      : net > 0
        ? 'profitable'
        : 'losing'
  // What came and was never sold says nothing of gains: a wallet is sent what it did not ask for.
  const sold = ledger.sales.length + ledger.unmatched.length
  const deals = sold + ledger.unpricedSales
  const pricedShare = deals === 0 ? 1 : knownShare(ledger) * (sold / deals)
  const isChainKnown = onChain.sales.length > 0 || onChain.unrealized !== null || deals === 0
  const madeOf = [
    ...(where === 'hyperliquid'
      ? []
      : [isChainKnown ? `${say(chainNet, 2)} on chain by FIFO` : 'no deal on chain could be priced']),
    ...(where === 'evm' ? [] : [venue === null ? 'perpetuals not read' : `${say(venueNet, 2)} on Hyperliquid`]),
  ]
  const missing = [
    ...(chain.isWhole ? [] : ['older_transfers']),
    ...(where === 'evm' ? [] : venue === null ? ['hyperliquid'] : venue.isCut ? ['older_fills'] : []),
    ...(pricedShare < 1 - negligible || onChain.unknownUsd > negligible * equity ? ['prices_of_other_deals'] : []),
    ...(where === 'hyperliquid' ? [] : ['gas']),
  ]
  return {
    key: name,
    mix: {
      score,
      confidence: round(
        clip(
          0.9 * Math.sqrt(pricedShare) * (chain.isWhole ? 1 : 0.6) * (venue === null && where !== 'evm' ? 0.8 : 1),
          0.05,
          0.95,
        ),
        2,
      ),
      coverage: { inputs_used: 4 - Math.min(4, missing.length), inputs_expected: 4, missing, stale: [] },
    },
    label,
    direction: 'none' as const,
    pnl: {
      net_usd: net,
      realized_usd: onChain.realized + onVenue.realized,
      unrealized_usd: (onChain.unrealized ?? 0) + onVenue.unrealized,
      fees_usd: onVenue.fees,
      funding_usd: onVenue.funding,
      equity_usd: equity,
      // Where more was taken out than is left, what it was gained on is not known.
      roi_pct: equity - net <= 0 ? null : (100 * net) / (equity - net),
    },
    evm: {
      net_usd: isChainKnown ? chainNet : null,
      realized_usd: isChainKnown ? onChain.realized : null,
      unrealized_usd: onChain.unrealized,
      sales: onChain.sales.length,
    },
    hyperliquid:
      venue === null ? null : { net_usd: venueNet, ...asUsd(onVenue), account_usd: venue.accountUsd, closings: closed.length },
    stats,
    by_asset: [...Map.groupBy(results, ({ asset }) => asset)]
      .map(([asset, list]) => ({ asset, realized_usd: list.reduce((sum, { usd }) => sum + usd, 0), trades: list.length }))
      .sort((a, b) => Math.abs(b.realized_usd) - Math.abs(a.realized_usd) || (a.asset < b.asset ? -1 : 1)),
    open_lots: ledger.open
      .map((lot) => ({
        asset: named(lot.asset),
        quantity: lot.quantity,
        cost_usd: lot.costUsd,
        value_usd: prices.get(lot.asset) == null ? null : lot.quantity * prices.get(lot.asset)!,
        opened_at: lot.openedAt,
      }))
      .sort((a, b) => (b.value_usd ?? -1) - (a.value_usd ?? -1)),
    curve: curve.slice(-100).map(({ at, total }) => ({ at, realized_usd: total })),
    unpriced: ledger.unpriced.map(named),
    unmatched: ledger.unmatched
      .map(({ asset, quantity, usd }) => ({ asset: named(asset), quantity, sold_for_usd: usd }))
      .sort((a, b) => b.sold_for_usd - a.sold_for_usd),
    summary:
      `Over ${name} ${label.replace('_', ' ')}: ${say(net, 2)} USD net (${madeOf.join(', ')}), ` +
      `${stats.trades} closings, ${say(stats.win_rate_pct, 0, ' %')} won${ledger.unpriced.length === 0 ? '' : `; ${ledger.unpriced.length} assets could not be priced`}.`,
  }
}

const asUsd = ({
  realized,
  fees,
  funding,
  unrealized,
}: {
  realized: number
  fees: number
  funding: number
  unrealized: number
}) => ({
  realized_usd: realized,
  fees_usd: fees,
  funding_usd: funding,
  unrealized_usd: unrealized,
})

function readLedger(ledger: Ledger, prices: ReadonlyMap<string, number | null>, isIn: (one: { readonly at: Date }) => boolean) {
  const sales = ledger.sales.filter(isIn)
  const priced = ledger.open.flatMap((lot) => {
    const price = prices.get(lot.asset)
    return price == null ? [] : [{ worth: lot.quantity * price, costUsd: lot.costUsd }]
  })
  // A lot without a known cost has no gain to tell.
  const gains = priced.flatMap(({ worth, costUsd }) => (costUsd === null ? [] : [worth - costUsd]))
  return {
    sales,
    realized: sales.reduce((sum, { gainUsd }) => sum + gainUsd, 0),
    unrealized: gains.length === 0 ? null : gains.reduce((sum, gain) => sum + gain, 0),
    unknownUsd: priced.reduce((sum, { worth, costUsd }) => sum + (costUsd === null ? worth : 0), 0),
  }
}

// So small a part of what is told is told as whole: dust comes to every wallet.
const negligible = 0.001

/** Of what was sold for dollars, the part whose cost is known. */
function knownShare({ sales, unmatched }: Ledger): number {
  const known = sales.reduce((sum, { gainUsd, costUsd }) => sum + gainUsd + costUsd, 0)
  const all = known + unmatched.reduce((sum, { usd }) => sum + usd, 0)
  return all > 0 ? clip(known / all, 0, 1) : unmatched.length > 0 ? 0 : 1
}

function curveOf(results: readonly { readonly at: Date; readonly usd: number }[]) {
  let total = 0
  return results.map(({ at, usd }) => {
    total += usd
    return { at, total }
  })
}

function statsOf(
  results: readonly { readonly usd: number }[],
  curve: readonly { readonly total: number }[],
  sales: Ledger['sales'],
) {
  const won = results.filter(({ usd }) => usd > 0)
  const lost = results.filter(({ usd }) => usd < 0)
  const sum = (list: readonly { readonly usd: number }[]) => list.reduce((total, { usd }) => total + usd, 0)
  let [peak, drawdown] = [0, 0]
  for (const { total } of curve) {
    peak = Math.max(peak, total)
    drawdown = Math.max(drawdown, peak - total)
  }
  return {
    trades: results.length,
    win_rate_pct: results.length === 0 ? null : (100 * won.length) / results.length,
    profit_factor: ratio(sum(won), -sum(lost)),
    max_drawdown_usd: results.length === 0 ? null : drawdown,
    best_usd: results.length === 0 ? null : Math.max(...results.map(({ usd }) => usd)),
    worst_usd: results.length === 0 ? null : Math.min(...results.map(({ usd }) => usd)),
    hold_days: sales.length === 0 ? null : sales.reduce((total, { heldDays }) => total + heldDays, 0) / sales.length,
  }
}

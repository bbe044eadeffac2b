// What selling rising sizes of a token brings in dollars, each by its best route, never less for more.
import type { Hex } from 'viem'
import { type PinnedReader, view } from '../../chains/pinned.ts'
import type { Route, Ways } from './routes.ts'
import { sizesFor, unitsOf, wholeOf } from './sizes.ts'
import type { PricedToken } from './tokens.ts'

type Quoted = readonly [amountOut: bigint, prices: readonly bigint[], ticks: readonly number[], gas: bigint]

const quoteExactInput = view<Quoted>('function quoteExactInput(bytes, uint256) returns (uint256, uint160[], uint32[], uint256)')
// A quote walks a pool's ticks and costs as much gas as hundreds of plain reads.
const fewAtOnce = { batch: 8, again: false }
const mostRoutes = 4
const coverageLength = 200

/** The value of one whole quote token in dollars; null where nobody says. */
export type WorthOf = (token: string) => { readonly priceUsd: number | null; readonly decimals: number } | null

export async function quoteToken(
  at: PinnedReader,
  quoter: Hex,
  token: PricedToken,
  ways: Ways,
  worthOf: WorthOf,
): Promise<Record<string, unknown>> {
  const sizes = sizesFor(token.priceUsd)
  const sell = async (some: readonly Route[], amounts: readonly number[]): Promise<number[][]> => {
    const args = some.flatMap((route) => amounts.map((size) => [route.path, unitsOf(size, token.decimals)]))
    const answers = await at.answer(
      args.map((one) => ({ view: quoteExactInput, to: quoter, args: one })),
      fewAtOnce,
    )
    return some.map((route, r) => amounts.map((_, i) => usdOf(answers[r * amounts.length + i], route, worthOf)))
  }
  const best = await chooseRoutes(ways.routes, sizes, sell)
  const sold = await sell(best, sizes)
  const used = new Set<string>()
  let most = 0
  const quotes = sizes.flatMap((size, i) => {
    const amounts = sold.map((ofRoute) => ofRoute[i]!)
    const bestUsd = Math.max(0, ...amounts)
    if (bestUsd > most) used.add(best[amounts.indexOf(bestUsd)]!.text)
    most = Math.max(most, bestUsd)
    return most > 0 ? [{ amount_in: size, amount_out_usd: round(most) }] : []
  })
  return { token: token.address, symbol: token.symbol, quotes, coverage: describe([...used], ways) }
}

// Some thousand routes of a chain lead nowhere: who is best at a small and at a large size is asked about the rest.
async function chooseRoutes(
  routes: readonly Route[],
  sizes: readonly number[],
  sell: (some: readonly Route[], amounts: readonly number[]) => Promise<number[][]>,
): Promise<Route[]> {
  if (routes.length <= mostRoutes) return [...routes]
  const probes = [sizes[0]!, sizes[Math.floor((sizes.length * 2) / 3)]!]
  const sold = await sell(routes, probes)
  const ranked = probes.map((_, p) => routes.map((_, r) => r).sort((a, b) => sold[b]![p]! - sold[a]![p]!))
  const chosen = new Set(ranked.flatMap((order) => order.slice(0, mostRoutes / 2)))
  for (const r of ranked[1]!) if (chosen.size < mostRoutes) chosen.add(r)
  return [...chosen].map((r) => routes[r]!)
}

function usdOf(answer: Quoted | null | undefined, route: Route, worthOf: WorthOf): number {
  const worth = worthOf(route.end.token)
  if (answer == null || worth === null) return 0
  return wholeOf(answer[0], worth.decimals) * (route.end.dollar ? 1 : (worth.priceUsd ?? 0))
}

function round(usd: number): number {
  return Math.round(usd * 100) / 100
}

// A pool that is missing is a depth that is not counted: the reader is told how many of those asked for there are.
function describe(routes: readonly string[], { pools, possiblePools }: Ways): string {
  if (pools === 0) return `no Uniswap v3 pool: none of ${possiblePools} exists`
  if (routes.length === 0) return `no Uniswap v3 quote: ${pools} of ${possiblePools} pools exist, none buys`
  const many = `${routes.length} route${routes.length === 1 ? '' : 's'} of Uniswap v3`
  const text = `${many} (${pools} of ${possiblePools} pools exist): ${routes.join(', ')}`
  return text.length <= coverageLength ? text : `${text.slice(0, coverageLength - 1)}…`
}

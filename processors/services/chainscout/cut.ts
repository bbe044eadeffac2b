// What a caller asks for of the scout's rows: one chain, so many; and what stands at the top of each section of the report.
import { TollgateError } from '../../../base/errors.ts'
import { round } from '../../formula/index.ts'
import { plainChain } from '../../inputs/chain-name.ts'
import type { InputOf, Stored } from '../../kit/index.ts'
import { leaning } from '../../kit/signal-head.ts'
import { verdictOfFlow } from './flows.ts'
import type { Top } from './report.ts'
import type { takeChain, tvlAnswer, whalesAnswer } from './schema.ts'

const usualTop = 5
/** A chain whose weeks are too few to judge this one by. */
const unjudged = 0.3

type TvlChain = Stored<typeof tvlAnswer>['chains'][number]
type FlowChain = Stored<typeof whalesAnswer>['chains'][number]

export function pickChain<R>(rows: readonly R[], input: InputOf<typeof takeChain>, nameOf: (row: R) => string): R[] {
  const { chain, limit } = input
  if (chain === undefined) return rows.slice(0, limit)
  const found = rows.filter((row) => plainChain(nameOf(row)) === chain)
  if (found.length > 0) return found.slice(0, limit)
  const known = [...new Set(rows.map(nameOf))].slice(0, 30).join(', ')
  throw new TollgateError('input_unusable', `chain: ${JSON.stringify(chain)} is not among the chains here; known: ${known}`)
}

/** Of one chain the verdict is its own; totals stay those of all. */
export function cutTvl(body: any, input: InputOf<typeof takeChain>): object {
  const chains = pickChain(body.chains, input, (row: TvlChain) => row.name)
  const [one] = chains
  if (input.chain === undefined || one === undefined) return { ...body, chains }
  const { score, label } = one
  const bn = (one.tvl_usd / 1e9).toFixed(2)
  const summary =
    `${one.name} holds ${bn} bn USD (${one.share_pct} % of all), ${one.d7_pct ?? 'unknown'} % in 7 days in dollars, ` +
    `${one.d7_price_adjusted_pct ?? 'unknown'} % at unmoved token prices (${label}).`
  const confidence = score === null ? Math.min(unjudged, body.signal.confidence) : body.signal.confidence
  const signal = { ...body.signal, score: score ?? 0, label, confidence, direction: leaning(score ?? 0), summary }
  return { ...body, signal, chains }
}

export function cutFlows(body: any, input: InputOf<typeof takeChain>): object {
  const chains = pickChain(body.chains, input, (row: FlowChain) => row.chain)
  const [one] = chains
  if (input.chain === undefined || one === undefined) return { ...body, chains }
  const { score, label } = verdictOfFlow(one.change_7d_pct)
  const summary =
    `Stablecoins on ${one.chain}: ${label}, net ${round(one.net_stable_7d_usd / 1e6, 0)} m USD in 7 days (${one.change_7d_pct ?? 'unknown'} %). ` +
    'Made of supplies, not of single transfers.'
  const signal = { ...body.signal, score: round(score, 1), label, direction: leaning(score), summary }
  return { ...body, signal, chains }
}

/** The mood is of all chains; the summary names the hottest of the one that is asked for. */
export function cutTrending(body: any, input: InputOf<typeof takeChain>): object {
  const tokens = pickChain(body.tokens, input, (row: { chain: string; symbol: string; promoted: boolean }) => row.chain)
  if (input.chain === undefined) return { ...body, tokens }
  const summary = tellMood(body.signal.label, body.market, tokens, ' of all chains')
  return { ...body, signal: { ...body.signal, summary }, tokens }
}

export function tellMood(
  label: string,
  market: { readonly median_turnover_ratio: number; readonly pools: number },
  tokens: readonly { readonly symbol: string; readonly chain: string; readonly promoted: boolean }[],
  of = '',
): string {
  const [first] = tokens
  return (
    `Token trading is ${label}: median turnover ${market.median_turnover_ratio} times the depth over ${market.pools} pools${of}; ` +
    `hottest ${first === undefined ? 'none' : `${first.symbol.slice(0, 20)} on ${first.chain}`}, ${tokens.filter(({ promoted }) => promoted).length} promoted.`
  )
}

/** The verdicts are of all chains: of one only what it has at the top of each section is told. */
export function cutReport(body: any, input: InputOf<typeof takeChain>): object {
  const { chain, limit = usualTop } = input
  type Told = { readonly top?: readonly Top[] }
  const isOf = (top: Top) => chain === undefined || (top.chain !== null && plainChain(top.chain) === chain)
  const sections = (body.sections as readonly Told[]).map((one) =>
    one.top === undefined ? one : { ...one, top: one.top.filter(isOf).slice(0, limit) },
  )
  if (chain !== undefined && sections.every(({ top }) => (top ?? []).length === 0)) {
    const names = (body.sections as readonly Told[]).flatMap(({ top = [] }) => top.flatMap((one) => one.chain ?? []))
    const known = [...new Set(names)].slice(0, 30).join(', ')
    throw new TollgateError('input_unusable', `chain: ${JSON.stringify(chain)} is not among the chains here; known: ${known}`)
  }
  return { ...body, sections }
}

export const withTop = <S, R extends S>(
  section: R,
  topOf: (section: S) => readonly Top[],
): R & { readonly top: readonly Top[] } => ({
  ...section,
  top: topOf(section),
})

interface Change {
  readonly d1_pct: number | null
  readonly d7_pct: number | null
}

export const topOfTvl = ({
  chains,
}: {
  readonly chains: readonly (Change & { readonly name: string; readonly tvl_usd: number })[]
}) =>
  chains.map((row) => ({
    name: row.name,
    chain: row.name,
    usd: row.tvl_usd,
    change_7d_pct: row.d7_pct,
    change_1d_pct: row.d1_pct,
  }))

export const topOfFlows = ({
  chains,
}: {
  readonly chains: readonly { readonly chain: string; readonly stables_usd: number; readonly change_7d_pct: number | null }[]
}) =>
  chains.map((row) => ({
    name: row.chain,
    chain: row.chain,
    usd: row.stables_usd,
    change_7d_pct: row.change_7d_pct,
    change_1d_pct: null,
  }))

export const topOfTokens = ({
  tokens,
}: {
  readonly tokens: readonly {
    readonly symbol: string
    readonly chain: string
    readonly volume_24h_usd: number
    readonly price_change_24h_pct: number | null
  }[]
}) =>
  tokens.map((row) => ({
    name: row.symbol,
    chain: row.chain,
    usd: row.volume_24h_usd,
    change_7d_pct: null,
    change_1d_pct: row.price_change_24h_pct,
  }))

export const topOfKinds = ({
  narratives,
}: {
  readonly narratives: readonly {
    readonly name: string
    readonly tvl_usd: number
    readonly tvl_change_1d_pct: number | null
    readonly tvl_change_7d_pct: number | null
  }[]
}) =>
  narratives.map((row) => ({
    name: row.name,
    chain: null,
    usd: row.tvl_usd,
    change_7d_pct: row.tvl_change_7d_pct,
    change_1d_pct: row.tvl_change_1d_pct,
  }))

// Where value goes: into which chains, in dollars and with the move of each chain's own token taken out.
import { composite, deviation, round, roundOrNull, zAmong } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'
import { plainChain } from '../../inputs/chain-name.ts'
import { type ByDay, type ChainDays, nativeShare, type Week, weekAdjusted } from './token-moves.ts'

export interface ChainHistory {
  readonly chain: string
  readonly days: readonly { readonly day: number; readonly usd: number }[]
}

export interface TvlInputs {
  readonly total: ChainHistory
  readonly chains: readonly ChainHistory[]
  readonly observedAt: Date
  /** What tokens cost by chain, of the token its value is held in. */
  readonly prices: ReadonlyMap<string, ByDay>
  /** By the plain name of the chain: the lists do not all call it the same. */
  readonly stables: ReadonlyMap<string, StableSupply>
  readonly dexVolumes: ReadonlyMap<string, number | null>
}

export interface StableSupply {
  readonly usd: number
  /** Of the coins whose week-old supply is known: then, and the same coins now. */
  readonly week: { readonly agoUsd: number; readonly nowUsd: number }
}

export const tvlLabels = ['inflow', 'outflow', 'rotation', 'flat'] as const

const weekDays = 7
const windowDays = 180
const fewestWeeks = 30
/** Chains that swap this share of all value in a week are a rotation even when the total stands still. */
const rotationShare = 0.015

export function changeOver({ days }: ChainHistory, back: number): number | null {
  const last = days.at(-1)
  const before = last === undefined ? undefined : days.find((point) => point.day === last.day - back)
  return last === undefined || before === undefined || before.usd === 0 ? null : last.usd / before.usd - 1
}

function weeklyChanges({ days }: ChainHistory): number[] {
  const byDay = new Map(days.map((point) => [point.day, point.usd]))
  return days.slice(-windowDays).flatMap(({ day, usd }) => {
    const before = byDay.get(day - weekDays)
    return before === undefined || before === 0 ? [] : [usd / before - 1]
  })
}

const pct = (x: number | null): number | null => (x === null ? null : round(x * 100, 2))
const usdOf = (history: ChainHistory, back = 0): number | null => {
  const last = history.days.at(-1)
  return history.days.find((point) => point.day === (last?.day ?? 0) - back)?.usd ?? null
}

/** Half of the sum of what each chain's share of the listed total has moved in a week. */
export function shareMoved(chains: readonly ChainHistory[]): number | null {
  const pairs = chains.flatMap((chain) => {
    const [now, before] = [usdOf(chain), usdOf(chain, weekDays)]
    return now === null || before === null ? [] : [{ now, before }]
  })
  const [nowTotal, beforeTotal] = [pairs.reduce((s, p) => s + p.now, 0), pairs.reduce((s, p) => s + p.before, 0)]
  if (nowTotal === 0 || beforeTotal === 0) return null
  return pairs.reduce((sum, pair) => sum + Math.abs(pair.now / nowTotal - pair.before / beforeTotal), 0) / 2
}

export function computeTvl(inputs: TvlInputs, now: Date) {
  const week = changeOver(inputs.total, weekDays)
  const dollars = scoreWeek(week, weeklyChanges(inputs.total))
  const adjusted = adjustTotal(inputs)
  const withoutPrices = scoreWeek(adjusted.week, adjusted.weeks)
  const score = withoutPrices ?? dollars
  const moved = shareMoved(inputs.chains)
  const total = usdOf(inputs.total) ?? 0
  const label = turnOf(score) ?? ((moved ?? 0) >= rotationShare ? tvlLabels[2] : tvlLabels[3])
  const dated = { observedAt: inputs.observedAt, maxAgeDays: 2 }
  const volumes = inputs.chains.map(({ chain }) => inputs.dexVolumes.get(chain) ?? null)
  const mix = composite(
    [
      { id: 'tvl_history', weight: 0.5, score: dollars, ...dated },
      { id: 'token_price_adjustment', weight: 0.3, score: withoutPrices, ...dated },
      { id: 'stablecoins', weight: 0.1, score: inputs.stables.size === 0 ? null : 0 },
      { id: 'dex_volumes', weight: 0.1, score: volumes.every((volume) => volume === null) ? null : 0 },
    ],
    now,
  )
  const held = [...inputs.stables.values()]
  const stablesAgo = sumOf(held.map((one) => one.week.agoUsd))
  return {
    score,
    label,
    mix,
    total_usd: Math.round(total),
    change: {
      d1_pct: pct(changeOver(inputs.total, 1)),
      d7_pct: pct(week),
      d30_pct: pct(changeOver(inputs.total, 30)),
      d7_price_adjusted_pct: pct(adjusted.week),
    },
    share_moved_7d_pct: pct(moved),
    stables: {
      total_usd: held.length === 0 ? null : Math.round(sumOf(held.map((one) => one.usd))),
      d7_pct: stablesAgo === 0 ? null : pct(sumOf(held.map((one) => one.week.nowUsd)) / stablesAgo - 1),
    },
    dex_volume_24h_usd: volumes.every((volume) => volume === null) ? null : Math.round(sumOf(volumes.map((one) => one ?? 0))),
    chains: inputs.chains
      .map((chain, i) => describeChain(chain, total, adjusted.chains[i]!, inputs))
      .sort(mostFirst('tvl_usd', 'name')),
  }
}

const turnOf = (score: number | null) => (score === null || Math.abs(score) < 20 ? null : tvlLabels[score > 0 ? 0 : 1])

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function scoreWeek(week: number | null, weeks: readonly number[]): number | null {
  const spread = weeks.length < fewestWeeks ? 0 : deviation(weeks)
  return week === null || spread === 0 ? null : 100 * Math.tanh(week / spread)
}

/** The chains whose token has a price, together, week by week. */
function adjustTotal({ chains, prices, total }: TvlInputs) {
  const lastDay = total.days.at(-1)?.day ?? 0
  const judged = chains.map(({ chain, days }) => {
    const line: ChainDays = { usd: new Map(days.map(({ day, usd }) => [day, usd])), price: prices.get(chain) ?? new Map() }
    const share = nativeShare(line, lastDay)
    return { share, weekOf: (day: number) => (share === null ? null : weekAdjusted(line, share, day)) }
  })
  const weekOn = (day: number) => {
    const weeks = judged.map(({ weekOf }) => weekOf(day)).filter((week): week is Week => week !== null)
    const before = sumOf(weeks.map((week) => week.beforeUsd))
    return before === 0 ? null : sumOf(weeks.map((week) => week.atOldPriceUsd)) / before - 1
  }
  const days = Array.from({ length: windowDays }, (_, back) => lastDay - back)
  return {
    week: weekOn(lastDay),
    weeks: days.map(weekOn).filter((week): week is number => week !== null),
    chains: judged.map(({ share, weekOf }) => {
      const week = weekOf(lastDay)
      const changeOn = (day: number) => {
        const on = weekOf(day)
        return on === null ? [] : [on.atOldPriceUsd / on.beforeUsd - 1]
      }
      const [change = null] = week === null ? [] : changeOn(lastDay)
      return { share, week: change, score: change === null ? null : scoreWeek(change, days.flatMap(changeOn)) }
    }),
  }
}

interface AdjustedChain {
  readonly share: number | null
  readonly week: number | null
  readonly score: number | null
}

function describeChain(chain: ChainHistory, total: number, adjusted: AdjustedChain, inputs: TvlInputs) {
  const usd = usdOf(chain) ?? 0
  const score = adjusted.score ?? scoreWeek(changeOver(chain, weekDays), weeklyChanges(chain))
  return {
    name: chain.chain,
    score,
    label: turnOf(score) ?? tvlLabels[3],
    tvl_usd: Math.round(usd),
    share_pct: total === 0 ? 0 : round((100 * usd) / total, 2),
    d1_pct: pct(changeOver(chain, 1)),
    d7_pct: pct(changeOver(chain, weekDays)),
    d30_pct: pct(changeOver(chain, 30)),
    d7_z: weekZ(chain),
    d7_price_adjusted_pct: pct(adjusted.week),
    native_share_pct: adjusted.share === null ? null : round(adjusted.share * 100, 0),
    stables_usd: roundOrNull(inputs.stables.get(plainChain(chain.chain))?.usd ?? null, 0),
    dex_volume_24h_usd: roundOrNull(inputs.dexVolumes.get(chain.chain) ?? null, 0),
  }
}

function weekZ(chain: ChainHistory): number | null {
  // Where the day a week ago is missing there is no week, and never the one before it.
  const [week, weeks] = [changeOver(chain, weekDays), weeklyChanges(chain)]
  return roundOrNull(zAmong(week, weeks, fewestWeeks), 2)
}

// What a caller says of themselves meets the stored answer here and nowhere else: none of it is written down, and the answer repeats none of it.
import { round } from '../../formula/index.ts'
import { type Asset, assets, type Mix, type Profile, spread, tilt } from './signal.ts'

export interface Asked {
  readonly profile?: string | undefined
  readonly horizon_years?: number | undefined
  readonly age?: number | undefined
  readonly net_worth_usd?: number | undefined
}

interface Body {
  readonly signal: { readonly score: number }
  readonly expected_returns: readonly { readonly asset: string; readonly real_pct: number | null }[]
  readonly wealth_groups: readonly { readonly group: string; readonly from_usd: number | null }[]
}

const lateAge = 60
const longLife = 90

/** From sixty on half a point of shares a year goes into cash, at most fifteen. */
export function forAge(mix: Mix, age: number | undefined): Mix {
  const moved = Math.min(mix.equities, age === undefined ? 0 : Math.min(15, Math.max(0, (age - lateAge) / 2)))
  return { ...mix, equities: mix.equities - moved, cash: mix.cash + moved }
}

/** Beside the stored members, which stay as they are. */
export function personal(body: Body, { profile = 'balanced', horizon_years: years = 10, age, net_worth_usd: worth }: Asked) {
  const returns = Object.fromEntries(body.expected_returns.map(({ asset, real_pct }) => [asset, real_pct])) as Record<
    Asset,
    number | null
  >
  const mix = forAge(tilt(profile as Profile, body.signal.score), age)
  const told = spread(mix, returns, years)
  const group =
    worth === undefined ? undefined : body.wealth_groups.findLast(({ from_usd: from }) => from === null || worth >= from)
  return {
    model: {
      profile,
      horizon_years: years,
      allocation: Object.fromEntries(assets.map((asset) => [`${asset}_pct`, round(mix[asset], 1)])) as Record<
        `${Asset}_pct`,
        number
      >,
      expected_real_pct: round(told.expectedPct, 2),
      volatility_pct: round(told.volatilityPct, 2),
      range: { p10: round(told.p10, 3), p50: round(told.p50, 3), p90: round(told.p90, 3) },
    },
    ...(group === undefined ? {} : { wealth_group: group.group }),
    risks: [
      ...(age !== undefined && age + years > longLife ? ['the horizon is longer than most lives: plan for less'] : []),
      ...((returns.cash ?? 0) < 0 ? ['cash is expected to lose to prices'] : []),
      ...((returns.equities ?? 0) < (returns.tips ?? 0) ? ['shares are expected to earn less than inflation-linked bonds'] : []),
      ...(years < 5 ? ['a short horizon: shares may not recover in time'] : []),
    ],
  }
}

// Is money coming into stablecoins or leaving them, and how far do their pegs hold.
import { clip, composite, round, roundOrNull, weightedMean, zAmong } from '../../formula/index.ts'
import { brokenOf, maxListAgeDays, pct, type StableInputs, type Watched, wobbleBps } from './signal.ts'

export const pulseLabels = ['expansion', 'flat', 'contraction', 'stress'] as const
const weekDays = 7
const fewestWeeks = 60

export function computePulse(inputs: StableInputs, watched: readonly Watched[], now: Date) {
  const pegged = watched.filter((one) => one.devBps !== null)
  const weightedDev = weightedMean(pegged.map((one) => ({ value: Math.abs(one.devBps!), weight: one.usd }))) ?? 0
  const off = brokenOf(pegged)
  const weeks = weeklyChanges(inputs.totals.map((day) => day.usd))
  const total = watched.reduce((sum, one) => sum + one.usd, 0)
  const change = (member: 'supply1d' | 'supply7d' | 'supply30d') => totalChange(watched, member)
  const week = change('supply7d')
  const z = zAmong(week, weeks, fewestWeeks)
  const penalty = 50 * clip(weightedDev / 50, 0, 1)
  const score = clip((z === null ? 0 : 100 * Math.tanh(z)) - penalty, -100, 100)
  const stressed = weightedDev >= wobbleBps || off.some((one) => one.parUsd >= total * 0.01)
  const mix = composite(
    [
      {
        id: 'supply_7d',
        weight: 0.6,
        score: z === null ? null : 100 * Math.tanh(z),
        observedAt: inputs.listedAt,
        maxAgeDays: maxListAgeDays,
      },
      {
        id: 'peg',
        weight: 0.3,
        score: pegged.length === 0 ? null : -penalty,
        observedAt: inputs.listedAt,
        maxAgeDays: maxListAgeDays,
      },
      { id: 'second_price', weight: 0.1, score: inputs.second.size === 0 ? null : 0 },
    ],
    now,
  )
  return {
    score,
    label: stressed ? pulseLabels[3] : score >= 20 ? pulseLabels[0] : score <= -20 ? pulseLabels[2] : pulseLabels[1],
    mix,
    supply: {
      total_usd: Math.round(total),
      change_1d_pct: pct(change('supply1d')),
      change_7d_pct: pct(week),
      change_30d_pct: pct(change('supply30d')),
      change_7d_z: roundOrNull(z, 2),
    },
    peg: {
      weighted_dev_bps: round(weightedDev, 1),
      off_peg_count: off.length,
      off_peg: off.slice(0, 20).map(({ coin }) => coin.symbol),
      coins_judged: pegged.length,
    },
    dominance: watched
      .slice(0, 5)
      .map((one) => ({ symbol: one.coin.symbol, share_pct: total === 0 ? 0 : round((100 * one.usd) / total, 2) })),
    chains: inputs.chains.slice(0, 15).map((chain) => ({
      chain: chain.chain,
      supply_usd: Math.round(chain.usd),
      change_7d_pct: chain.week.agoUsd === 0 ? null : pct(chain.week.nowUsd / chain.week.agoUsd - 1),
    })),
    movers: movers(watched),
  }
}

function totalChange(watched: readonly Watched[], member: 'supply1d' | 'supply7d' | 'supply30d'): number | null {
  const both = watched.filter((one) => one.coin[member] !== null && one.coin.supply > 0)
  const before = both.reduce((sum, one) => sum + (one.usd * one.coin[member]!) / one.coin.supply, 0)
  return before === 0 ? null : both.reduce((sum, one) => sum + one.usd, 0) / before - 1
}

const weeklyChanges = (days: readonly number[]): number[] => days.slice(weekDays).map((usd, i) => usd / days[i]! - 1)

function movers(watched: readonly Watched[]) {
  return watched
    .flatMap((one) => (one.change.d7 === null ? [] : [{ one, usd: one.usd - one.usd / (1 + one.change.d7) }]))
    .filter(({ usd }) => Number.isFinite(usd))
    .sort((a, b) => Math.abs(b.usd) - Math.abs(a.usd))
    .slice(0, 8)
    .map(({ one, usd }) => ({ symbol: one.coin.symbol, change_7d_usd: Math.round(usd), change_7d_pct: pct(one.change.d7) }))
}

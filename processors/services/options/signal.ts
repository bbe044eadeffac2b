// What option traders did in a day, by the clearing house's counts: customers' puts to calls, contracts opened, and how busy it was.
import type { OptionsDay } from '../../../ingestors/sources/occ-options/topic.ts'
import { clip, composite, mean, part, ratio, round, say, squash, squashOrNull, zScore } from '../../formula/index.ts'
import type { readChain } from './chain.ts'

export const labels = ['bullish_flow', 'neutral', 'bearish_flow', 'hedging'] as const

const fewestDays = 20
const shownDays = 60
const volumeDays = 20
const maxAgeDays = 4
// Where no history is there: customers' usual puts to calls, and the factor that is a full turn.
const usualPcr = 0.7
const fullFactor = 2
const nearDays = 30
const dayMs = 86_400_000
// End-of-day counts do not say who opened and who closed.
const mostConfidence = 0.7
const mostOfChain = 0.85
const besideChain = ['single trades', 'rank of volatility in its own year', 'price at which dealers’ gamma turns']
const withoutChain = ['single trades', 'premium', 'implied volatility and skew', 'dealers’ gamma']

export const putsToCalls = ({ puts, calls }: { readonly puts: number; readonly calls: number }): number | null =>
  ratio(puts, calls)

/** The newest in deviations of the days before it; null where they are too few. */
function zOf(values: readonly (number | null)[]): number | null {
  const known = values.slice(-shownDays - 1).filter((value) => value !== null)
  if (known.length <= fewestDays || values.at(-1) === null) return null
  return clip(zScore(known.at(-1)!, known.slice(0, -1)), -6, 6)
}

// A chain of a day far from the counts' own says nothing beside them.
const mostApartDays = 5
// All premium on one side is a full turn long before it is all: hedges are always bought.
const fullImbalance = 0.6

type Chain = ReturnType<typeof readChain>

/** Days oldest first; `licensed`: null where no chain is licensed. */
export function computeOptions(days: readonly OptionsDay[], licensed: Chain | null, now: Date) {
  const newest = days.at(-1)
  if (newest === undefined) return null
  const before = days.at(-2)
  const isNextDay = before !== undefined && Date.parse(newest.date) - Date.parse(before.date) <= 4 * dayMs
  const customers = putsToCalls(newest.volume.customers)
  const pcrZ = zOf(days.map(({ volume }) => putsToCalls(volume.customers)))
  const level = customers === null ? null : -100 * clip(Math.log(customers / usualPcr) / Math.log(fullFactor), -1, 1)
  const pcrScore = pcrZ === null ? level : squash(-pcrZ)
  const changed = isNextDay ? { calls: newest.open.calls - before.open.calls, puts: newest.open.puts - before.open.puts } : null
  const lean = days.flatMap((day, i) => {
    const last = days[i - 1]
    return last === undefined ? [] : [day.open.calls - last.open.calls - (day.open.puts - last.open.puts)]
  })
  const total = ({ volume }: OptionsDay): number => volume.all.calls + volume.all.puts
  const past = days.slice(-volumeDays - 1, -1).map(total)
  const busy = past.length < volumeDays ? null : total(newest) / mean(past)
  const busyZ = zOf(days.map(total))
  const at = new Date(`${newest.date}T00:00:00Z`)
  const openZ = changed === null ? null : zOf(lean)
  const isNear = licensed !== null && Math.abs(licensed.at.getTime() - Date.parse(newest.date)) <= mostApartDays * dayMs
  const chain = isNear ? licensed : null
  const { imbalance = null, at: readAt = now } = chain ?? {}
  const premium = imbalance === null ? null : 100 * clip(imbalance / fullImbalance, -1, 1)
  const mix = composite(
    [
      ...(chain === null ? [] : [part('premium', 0.4, premium, readAt, maxAgeDays)]),
      part('customer_puts_to_calls', 0.5, pcrScore, at, maxAgeDays),
      part('open_interest_change', 0.3, squashOrNull(openZ), at, maxAgeDays),
      part('volume', 0.2, busyZ === null ? null : squash(busyZ) * Math.sign(pcrScore ?? 0), at, maxAgeDays),
    ],
    now,
  )
  const puts = newest.open.puts > 0 && changed !== null && changed.puts > 2 * Math.max(0, changed.calls) && (busy ?? 0) > 1.5
  const label: (typeof labels)[number] =
    puts && mix.score > -60 ? 'hedging' : mix.score >= 20 ? 'bullish_flow' : mix.score <= -20 ? 'bearish_flow' : 'neutral'
  const soon = new Date(Date.parse(newest.date) + nearDays * dayMs).toISOString().slice(0, 10)
  const near = newest.expiries.filter(({ date }) => date <= soon)
  const open = newest.open.calls + newest.open.puts
  const summary =
    `${newest.ticker} options on ${newest.date}: ${label.replace('_', ' ')} (${Math.round(mix.score)}); customers' puts to calls ${say(customers, 2)}` +
    `${pcrZ === null ? ' against a usual 0.7, no history yet' : ` (${round(pcrZ, 1)} deviations)`}, open puts to calls ${say(putsToCalls(newest.open), 2)}.`
  return {
    mix: {
      ...mix,
      confidence: round(Math.min(mix.confidence, chain === null ? mostConfidence : mostOfChain), 2),
      coverage: { ...mix.coverage, detail: { not_told: chain === null ? withoutChain : besideChain } },
    },
    chain,
    label,
    summary,
    newest,
    customers,
    pcrZ,
    method: pcrZ === null ? ('fixed_level' as const) : ('own_history' as const),
    historyDays: days.length,
    changed,
    busy,
    nearShare: open === 0 ? null : (100 * near.reduce((sum, { calls, puts }) => sum + calls + puts, 0)) / open,
    before: isNextDay ? before : undefined,
  }
}

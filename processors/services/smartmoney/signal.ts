// What those who should know do with a company's shares: insiders by their own money, institutions, activists, and against them the shorts.
import type { shortInterest } from '../../../ingestors/sources/finra-short-interest/topic.ts'
import type { institutionalHoldings } from '../../../ingestors/sources/sec-13f/topic.ts'
import type { insiderFilings } from '../../../ingestors/sources/sec-form4/topic.ts'
import type { largeStakes } from '../../../ingestors/sources/sec-schedule13/topic.ts'
import { holderParts, holdersChangePct, quarterOf, sharesChangePct } from '../../formula/holders.ts'
import { clip, composite, joinCoverages, part, round, signedLabel, squash, zScore } from '../../formula/index.ts'
import { judge, tell } from '../../formula/insider.ts'
import { reportedTrades } from '../../formula/insider-amendments.ts'
import { readFiling } from '../../formula/insider-filing.ts'
import { changePct, daysToCover } from '../../formula/short-interest.ts'
import type { FactsOf } from '../../kit/define.ts'

export const labels = ['strong_accumulation', 'accumulation', 'neutral', 'distribution', 'strong_distribution'] as const

export interface SmartFacts {
  readonly insiders: FactsOf<typeof insiderFilings>
  readonly holdings: FactsOf<typeof institutionalHoldings>
  readonly stakes: FactsOf<typeof largeStakes>
  readonly shorts: FactsOf<typeof shortInterest>
}

const dayMs = 86_400_000
const windowDays = 90
const fewestChanges = 6
const leastWeight = 0.3
const mostNotable = 10

/** A new stake of more than a twentieth with a say counts 60, more of it 30, less of it −30; each fades over 90 days. */
export function activistScore(stakes: SmartFacts['stakes'], now: Date): number {
  const byFiler = Map.groupBy(stakes, ({ value }) => value.filer_cik)
  let score = 0
  for (const filings of byFiler.values())
    for (const [i, { observedAt, value }] of filings.entries()) {
      const age = (now.getTime() - observedAt.getTime()) / dayMs
      if (age > windowDays || !value.form.startsWith('SCHEDULE 13D')) continue
      const [last, pct] = [filings[i - 1]?.value.pct ?? null, value.pct]
      const worth = !value.form.endsWith('/A') ? 60 : last === null || pct === null || pct === last ? 0 : pct > last ? 30 : -30
      score += worth * (1 - age / windowDays)
    }
  return clip(score, -100, 100)
}

/** Shorts that grow faster than they use to weigh against the shares; null where too few half-months are known. */
export function shortScore(shorts: SmartFacts['shorts']): number | null {
  const changes = shorts.flatMap(({ value }) => changePct(value) ?? [])
  return changes.length < fewestChanges ? null : -squash(zScore(changes.at(-1)!, changes.slice(0, -1)))
}

const areOpposite = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.min(a, b) <= -20 && Math.max(a, b) >= 20

/** null where nobody has said anything of it. */
export function computeSmart(ticker: string, { insiders, holdings, stakes, shorts }: SmartFacts, now: Date) {
  const [filing, held, stake, position] = [insiders.at(-1), holdings.at(-1), stakes.at(-1), shorts.at(-1)]
  const name = held?.value.name ?? filing?.value.issuer ?? stake?.value.issuer ?? position?.value.name
  if (name === undefined) return null
  const recent = new Date(now.getTime() - windowDays * dayMs)
  const trades = tell(reportedTrades(insiders.map(({ value }) => readFiling(value))))
  const open = trades.filter(({ code, transaction_date: date }) => (code === 'P' || code === 'S') && new Date(date) >= recent)
  const own = judge(trades, null, now)
  // Insiders who neither bought nor sold say nothing, and not the middle.
  const insider = open.length === 0 ? null : own.score
  const quarter = held && quarterOf(held.value)
  const institutions =
    quarter === undefined ? null : clip(composite(holderParts(quarter, held!.observedAt), now).score, -100, 100)
  const newStakes = stakes.filter(({ observedAt }) => observedAt >= recent)
  const [activist, short] = [activistScore(stakes, now), shortScore(shorts)]
  const mix = composite(
    [
      part('insider', 0.35, insider, filing?.observedAt, 100),
      part('institutions', 0.35, institutions, held?.observedAt, 110),
      part('activist', 0.15, activist, stake?.observedAt, 400),
      part('short', 0.15, short, position?.observedAt, 32),
    ],
    now,
  )
  const { net_usd, buyers, sellers } = own.sums
  return {
    mix,
    company: {
      ticker,
      name,
      label: signedLabel(mix.score, labels),
      score: mix.score,
      confidence: mix.confidence,
      components: {
        insider: filing && { score: insider, net_usd_90d: net_usd, buyers, sellers, newest_filing: filing.observedAt },
        institutions: quarter && {
          score: institutions!,
          delta_shares_pct: sharesChangePct(quarter),
          holders: quarter.holders,
          holders_delta_pct: holdersChangePct(quarter),
          as_of: held!.value.period,
        },
        activist: stake && { score: activist, filings: newStakes.length, newest_filing: stake.observedAt },
        short: position && {
          score: short,
          si_chg_pct: changePct(position.value),
          days_to_cover_ratio: daysToCover(position.value),
          as_of: position.value.settlement,
        },
      },
    },
    notable: [
      ...open
        .filter(({ value_usd }) => (value_usd ?? 0) > 0)
        .map(({ owner: who, code, value_usd: size_usd, transaction_date: date, url: source }) => {
          return { ticker, who, action: code === 'P' ? 'bought' : 'sold', size_usd, date, source } as const
        }),
      ...newStakes
        .filter(({ value }) => value.form.startsWith('SCHEDULE 13D'))
        .map(({ value: { filers, event_date: date, url: source } }) => {
          return { ticker, who: filers[0]!, action: 'filed_13d', size_usd: null, date, source } as const
        }),
    ]
      .sort((a, b) => (b.size_usd ?? Number.MAX_VALUE) - (a.size_usd ?? Number.MAX_VALUE) || (a.date < b.date ? 1 : -1))
      .slice(0, mostNotable),
    divergences: [
      ...(areOpposite(insider, institutions) ? [`${ticker}: insiders and institutions go opposite ways`] : []),
      ...(areOpposite(insider, short) ? [`${ticker}: insiders and shorts disagree`] : []),
    ],
  }
}

export type Smart = NonNullable<ReturnType<typeof computeSmart>>

/** Of several companies the mean, surer the more of them could be judged. */
export function joinSmart(all: readonly Smart[], asked: number) {
  const judged = all.filter(({ mix }) => mix.availableWeight >= leastWeight)
  const mean = (read: (one: Smart) => number) => judged.reduce((sum, one) => sum + read(one), 0) / Math.max(1, judged.length)
  const coverages = all.map(({ company: { ticker }, mix: { coverage } }) => ({
    ...coverage,
    missing: coverage.missing.map((id) => `${ticker} ${id}`),
    stale: coverage.stale.map((one) => ({ ...one, id: `${ticker} ${one.id}` })),
  }))
  return {
    judged,
    score: mean(({ mix }) => mix.score),
    confidence: round(mean(({ mix }) => mix.confidence) * (judged.length / asked), 2),
    availableWeight: judged.length === 0 ? 0 : 1,
    coverage: { ...joinCoverages(coverages), inputs_expected: 4 * asked },
  }
}

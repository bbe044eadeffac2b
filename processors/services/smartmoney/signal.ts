// What those who should know do with a company's shares: insiders by their own money, institutions, activists, and against them the shorts.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { shortInterest } from '../../../ingestors/sources/finra-short-interest/topic.ts'
import type { institutionalHoldings } from '../../../ingestors/sources/sec-13f/topic.ts'
import type { insiderFilings } from '../../../ingestors/sources/sec-form4/topic.ts'
import type { largeStakes } from '../../../ingestors/sources/sec-schedule13/topic.ts'
import { holderParts, holdersChangePct, sharesChangePct } from '../../formula/holders.ts'
import { clip, composite, type Part, round, signedLabel, squash, zScore } from '../../formula/index.ts'
import { judge, tell } from '../../formula/insider.ts'
import { reportedTrades } from '../../formula/insider-amendments.ts'
import { readFiling } from '../../formula/insider-filing.ts'
import { changePct, daysToCover } from '../../formula/short-interest.ts'
import type { Fact } from '../../kit/define.ts'

export const labels = ['strong_accumulation', 'accumulation', 'neutral', 'distribution', 'strong_distribution'] as const

export interface SmartFacts {
  readonly insiders: readonly Fact<ValueOf<typeof insiderFilings>>[]
  readonly holdings: readonly Fact<ValueOf<typeof institutionalHoldings>>[]
  readonly stakes: readonly Fact<ValueOf<typeof largeStakes>>[]
  readonly shorts: readonly Fact<ValueOf<typeof shortInterest>>[]
}

const dayMs = 86_400_000
const windowDays = 90
const fewestChanges = 6
const weights = { insider: 0.35, institutions: 0.35, activist: 0.15, short: 0.15 } as const
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
  const changes = shorts.flatMap(
    ({ value }) => changePct({ short: value.short, before: value.short_before, isSplit: value.is_split }) ?? [],
  )
  return changes.length < fewestChanges ? null : -squash(zScore(changes.at(-1)!, changes.slice(0, -1)))
}

/** null where nobody has said anything of it. */
export function computeSmart(ticker: string, { insiders, holdings, stakes, shorts }: SmartFacts, now: Date) {
  const [filing, held, position] = [insiders.at(-1), holdings.at(-1), shorts.at(-1)]
  if (filing === undefined && held === undefined && stakes.length === 0 && position === undefined) return null
  const told = tell(reportedTrades(insiders.map(({ value }) => readFiling(value))))
  const open = told.filter(
    ({ code, transaction_date: date }) =>
      (code === 'P' || code === 'S') && now.getTime() - Date.parse(date) <= windowDays * dayMs,
  )
  const own = judge(told, null, now)
  const isQuiet = open.length === 0
  const quarter = held && {
    holders: held.value.now.holders,
    holdersBefore: held.value.before.holders,
    shares: held.value.matched.shares,
    sharesBefore: held.value.matched.shares_before,
    opened: held.value.opened.count,
    closed: held.value.closed.count,
  }
  const received = held === undefined ? now : new Date(held.value.received_until)
  const institutions = quarter === undefined ? null : clip(composite(holderParts(quarter, received), now).score, -100, 100)
  const activist = stakes.length === 0 ? null : activistScore(stakes, now)
  const short = shortScore(shorts)
  const part = (id: keyof typeof weights, score: number | null, observedAt: Date | undefined, maxAgeDays: number): Part =>
    score === null || observedAt === undefined
      ? { id, weight: weights[id], score: null }
      : { id, weight: weights[id], score, observedAt, maxAgeDays }
  // Insiders who neither bought nor sold say nothing, and not the middle.
  const mix = composite(
    [
      part('insider', filing === undefined || isQuiet ? null : own.score, filing?.observedAt, 100),
      part('institutions', institutions, held && received, 110),
      part('activist', activist, stakes.at(-1)?.observedAt, 400),
      part('short', short, position?.observedAt, 32),
    ],
    now,
  )
  const recent = new Date(now.getTime() - windowDays * dayMs)
  const cover = position && daysToCover({ short: position.value.short, averageVolume: position.value.average_volume })
  const opposite = (a: number | null, b: number | null) =>
    a !== null && b !== null && Math.min(a, b) <= -20 && Math.max(a, b) >= 20
  const insider = isQuiet ? null : own.score
  return {
    ticker,
    name: held?.value.name ?? filing?.value.issuer ?? stakes.at(-1)?.value.issuer ?? position!.value.name,
    mix,
    label: signedLabel(mix.score, labels),
    components: {
      insider: filing && {
        score: insider,
        net_usd_90d: own.sums.net_usd,
        buyers: own.sums.buyers,
        sellers: own.sums.sellers,
        newest_filing: filing.observedAt,
      },
      institutions: quarter && {
        score: institutions!,
        delta_shares_pct: sharesChangePct(quarter),
        holders: quarter.holders,
        holders_delta_pct: holdersChangePct(quarter),
        as_of: held!.value.period,
      },
      activist:
        activist === null
          ? undefined
          : {
              score: activist,
              filings: stakes.filter(({ observedAt }) => observedAt >= recent).length,
              newest_filing: stakes.at(-1)!.observedAt,
            },
      short: position && {
        score: short,
        si_chg_pct: changePct({
          short: position.value.short,
          before: position.value.short_before,
          isSplit: position.value.is_split,
        }),
        days_to_cover_ratio: cover ?? null,
        as_of: position.value.settlement,
      },
    },
    notable: [
      ...open
        .filter(({ value_usd: usd }) => (usd ?? 0) > 0)
        .map((one) => ({
          ticker,
          who: one.owner,
          action: one.code === 'P' ? ('bought' as const) : ('sold' as const),
          size_usd: one.value_usd,
          date: one.transaction_date,
          source: one.url,
        })),
      ...stakes
        .filter(({ observedAt, value }) => observedAt >= recent && value.form.startsWith('SCHEDULE 13D'))
        .map(({ value }) => ({
          ticker,
          who: value.filers[0]!,
          action: 'filed_13d' as const,
          size_usd: null,
          date: value.event_date,
          source: value.url,
        })),
    ]
      .sort((a, b) => (b.size_usd ?? Number.MAX_VALUE) - (a.size_usd ?? Number.MAX_VALUE) || (a.date < b.date ? 1 : -1))
      .slice(0, mostNotable),
    divergences: [
      ...(opposite(insider, institutions) ? [`${ticker}: insiders and institutions go opposite ways`] : []),
      ...(opposite(insider, short) ? [`${ticker}: insiders and shorts disagree`] : []),
    ],
  }
}

export type Smart = NonNullable<ReturnType<typeof computeSmart>>

/** Of several companies the mean, surer the more of them could be judged. */
export function joinSmart(all: readonly Smart[], asked: number) {
  const judged = all.filter(({ mix }) => mix.availableWeight >= 0.3)
  const mean = (read: (one: Smart) => number) => judged.reduce((sum, one) => sum + read(one), 0) / Math.max(1, judged.length)
  const merged = <T>(read: (one: Smart) => readonly T[]): T[] => all.flatMap(read)
  return {
    judged,
    score: mean(({ mix }) => mix.score),
    confidence: round(mean(({ mix }) => mix.confidence) * (judged.length / asked), 2),
    availableWeight: judged.length === 0 ? 0 : 1,
    coverage: {
      inputs_used: merged(({ mix }) => [mix.coverage.inputs_used]).reduce((sum, one) => sum + one, 0),
      inputs_expected: 4 * asked,
      missing: merged(({ ticker, mix }) => mix.coverage.missing.map((id) => `${ticker} ${id}`)),
      stale: merged(({ ticker, mix }) => mix.coverage.stale.map((one) => ({ ...one, id: `${ticker} ${one.id}` }))),
    },
  }
}

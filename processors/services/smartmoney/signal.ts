// What those who should know do with a company's shares: insiders by their own money, institutions, activists, and against them the shorts.
import type { Ownership } from '../../families/ownership.ts'
import { changesOf, holdersScore, quarterOf } from '../../formula/holders.ts'
import { ageDays, clip, composite, joinCoverages, mean, part, round, squashOrNull, zAmong } from '../../formula/index.ts'
import { judge, openTrades, tradesOf } from '../../formula/insider.ts'
import { judgedBy, signedLadder } from '../../formula/ladder.ts'
import { mostFirst, unresolvedOf } from '../../formula/lists.ts'
import { changePct, daysToCover } from '../../formula/short-interest.ts'

export const labels = signedLadder(['strong_accumulation', 'accumulation', 'neutral', 'distribution', 'strong_distribution'])

const windowDays = 90
const fewestBefore = 5
const leastWeight = 0.3
const mostNotable = 10

/** A new stake of more than a twentieth with a say counts 60, more of it 30, less of it −30; each fades over 90 days. */
export function activistScore(stakes: Ownership['stakes'], now: Date): number {
  let score = 0
  for (const filings of Map.groupBy(stakes, ({ value }) => value.filer_cik).values())
    for (const [i, { observedAt, value }] of filings.entries()) {
      const age = ageDays(observedAt, now)
      if (age > windowDays || !value.form.startsWith('SCHEDULE 13D')) continue
      const [last, pct] = [filings[i - 1]?.value.pct ?? null, value.pct]
      const worth = !value.form.endsWith('/A') ? 60 : last === null || pct === null || pct === last ? 0 : pct > last ? 30 : -30
      score += worth * (1 - age / windowDays)
    }
  return clip(score, -100, 100)
}

/** Shorts that grow faster than they use to weigh against the shares; null where too few half-months are known. */
export function shortScore(shorts: Ownership['shorts']): number | null {
  const changes = shorts.flatMap(({ value }) => changePct(value) ?? [])
  return squashOrNull(zAmong(changes.at(-1), changes.slice(0, -1), fewestBefore), -1)
}

const areOpposite = (a: number | null, b: number | null): boolean =>
  a !== null && b !== null && Math.min(a, b) <= -20 && Math.max(a, b) >= 20

/** null where nobody has said anything of it. */
export function computeSmart({ ticker, insiders, holdings, stakes, shorts }: Ownership, now: Date) {
  const [filing, held, stake, position] = [insiders.at(-1), holdings.at(-1), stakes.at(-1), shorts.at(-1)]
  const name = held?.value.name ?? filing?.value.issuer ?? stake?.value.issuer ?? position?.value.name
  if (name === undefined) return null
  const trades = tradesOf(insiders.map(({ value }) => value))
  const open = openTrades(trades, windowDays, now)
  const { score, sums } = judge(trades, null, now)
  const { net_usd: net_usd_90d, buyers, sellers } = sums
  // Insiders who neither bought nor sold say nothing, and not the middle.
  const insider = open.length === 0 ? null : score
  const quarter = held && quarterOf(held.value)
  const institutions = quarter === undefined ? null : holdersScore(quarter, held!.observedAt, now)
  const newStakes = stakes.filter(({ observedAt }) => ageDays(observedAt, now) <= windowDays)
  const [activist, short] = [activistScore(stakes, now), shortScore(shorts)]
  const parts = [
    part('insider', 0.35, insider, filing?.observedAt, 100),
    part('institutions', 0.35, institutions, held?.observedAt, 110),
    part('activist', 0.15, activist, stake?.observedAt, 400),
    part('short', 0.15, short, position?.observedAt, 32),
  ]
  const mix = composite(parts, now)
  return {
    mix,
    company: {
      ticker,
      name,
      ...judgedBy(labels, mix),
      components: {
        insider: filing && { score: insider, net_usd_90d, buyers, sellers, newest_filing: filing.observedAt },
        institutions: quarter && { score: institutions!, ...changesOf(quarter), as_of: held!.value.period },
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

/** Of those that could be judged the mean, surer the more of them could. */
export function judgeAll(asked: readonly Ownership[], now: Date) {
  const all = asked.flatMap((one) => computeSmart(one, now) ?? [])
  const judged = all.filter(({ mix }) => mix.availableWeight >= leastWeight)
  const companies = judged.map(({ company }) => company).sort(mostFirst('score', 'ticker'))
  const coverages = all.map(({ company, mix }) => ({ ...mix.coverage, of: company.ticker }))
  const isFiled = (ticker: string) => all.some(({ company }) => company.ticker === ticker)
  return {
    mix: {
      score: mean(judged.map(({ mix }) => mix.score)),
      confidence: round(mean(judged.map(({ mix }) => mix.confidence)) * (judged.length / asked.length), 2),
      coverage: { ...joinCoverages(coverages), inputs_expected: 4 * asked.length },
    },
    companies,
    notable: judged
      .flatMap(({ notable }) => notable)
      .sort((a, b) => (b.size_usd ?? 0) - (a.size_usd ?? 0) || (a.date < b.date ? 1 : -1)),
    divergences: judged.flatMap(({ divergences }) => divergences),
    unresolved: unresolvedOf(asked, companies, (ticker) => (isFiled(ticker) ? 'too_little_filed' : 'nothing_filed')),
  }
}

// Official policy as it flows: rules made and proposed, bills moved, interests lobbied for, against the months before.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { billActions } from '../../../ingestors/sources/congress-bills/topic.ts'
import type { registerDocuments } from '../../../ingestors/sources/federal-register/topic.ts'
import type { lobbyingReports } from '../../../ingestors/sources/lda-filings/topic.ts'
import { ageDays, clip, composite, mean, part, round, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'
import type { Fact } from '../../kit/define.ts'

export const activity = ladder(['quiet', 'usual', 'heightened'], [-25, 25])
export const kinds = ['rule', 'proposed_rule', 'presidential', 'bill', 'lobbying'] as const
type Kind = (typeof kinds)[number]

export interface PolicyFacts {
  readonly documents: readonly Fact<ValueOf<typeof registerDocuments>>[]
  readonly bills: readonly Fact<ValueOf<typeof billActions>>[]
  readonly lobbying: readonly Fact<ValueOf<typeof lobbyingReports>>[]
}

export interface Item {
  readonly kind: Kind
  readonly date: Date
  readonly title: string
  readonly who: string
  readonly chamber: 'house' | 'senate' | null
  readonly ticker: string | null
  readonly amount_usd: number | null
  readonly issues: readonly string[]
  readonly url: string
}

const windowDays = 30
const mostWindows = 5
const fewestWindows = 2
// Counts of papers are no measure of what is in them.
const mostConfidence = 0.5
const mostOfAKind = 120
const mostOfCompanies = 200
const mostListed = 15

const kindOf: Readonly<Record<string, Kind>> = {
  Rule: 'rule',
  'Proposed Rule': 'proposed_rule',
  'Presidential Document': 'presidential',
}

/** The newest window, and the mean of those before it that lie within what is known; null where they are too few. */
export function against(dated: readonly { readonly at: Date; readonly worth: number }[], now: Date) {
  const windowOf = (at: Date) => Math.floor(Math.max(0, ageDays(at, now)) / windowDays)
  const oldest = dated.reduce((most, { at }) => Math.max(most, ageDays(at, now)), 0)
  const whole = Math.min(mostWindows, Math.floor(oldest / windowDays) - 1)
  const sums = Array.from({ length: Math.max(0, whole) + 1 }, (_, i) =>
    dated.filter(({ at }) => windowOf(at) === i).reduce((sum, { worth }) => sum + worth, 0),
  )
  const [newest = 0, ...before] = sums
  const usual = before.length < fewestWindows ? null : mean(before)
  return { newest, usual, ratio: usual === null || usual === 0 ? null : newest / usual }
}

/** Twice the usual is the full scale, half of it the other end. */
const scoreOf = (ratio: number | null): number | null =>
  ratio === null ? null : 100 * clip(Math.log2(Math.max(ratio, 0.01)), -1, 1)

export function itemsOf({ documents, bills, lobbying }: PolicyFacts): Item[] {
  const none = { chamber: null, ticker: null, amount_usd: null, issues: [] }
  const papers = documents.map(
    ({ observedAt, value }): Item => ({
      ...none,
      kind: kindOf[value.kind]!,
      date: observedAt,
      title: value.title,
      who: value.agencies.join(', '),
      url: value.url,
    }),
  )
  const moved = bills.map(
    ({ observedAt, value }): Item => ({
      ...none,
      kind: 'bill',
      date: observedAt,
      title: `${value.title} — ${value.action}`,
      who: value.bill,
      chamber: value.chamber as 'house' | 'senate',
      url: value.url,
    }),
  )
  const reports = lobbying.map(
    ({ observedAt, value }): Item => ({
      ...none,
      kind: 'lobbying',
      date: observedAt,
      title: `${value.registrant} for ${value.client}, ${value.period.replaceAll('_', ' ')} ${value.year}`,
      who: value.client,
      ticker: value.ticker,
      amount_usd: value.amount_usd,
      issues: value.issues,
      url: value.url,
    }),
  )
  const newest = (list: readonly Item[], most: number) =>
    list.toSorted((a, b) => b.date.getTime() - a.date.getTime() || (a.url < b.url ? -1 : 1)).slice(0, most)
  const companies = reports.filter(({ ticker }) => ticker !== null)
  return newest(
    [
      ...newest(papers, 2 * mostOfAKind),
      ...newest(moved, mostOfAKind),
      ...newest(companies, mostOfCompanies),
      ...newest(
        reports.filter(({ ticker }) => ticker === null),
        mostOfAKind / 2,
      ),
    ],
    2 * mostOfAKind + mostOfAKind + mostOfCompanies + mostOfAKind,
  )
}

export function computePolicy(facts: PolicyFacts, now: Date) {
  const { documents, bills, lobbying } = facts
  const rules = against(
    documents.map(({ observedAt: at }) => ({ at, worth: 1 })),
    now,
  )
  const moved = against(
    bills.map(({ observedAt: at }) => ({ at, worth: 1 })),
    now,
  )
  const spent = against(
    lobbying.map(({ observedAt: at, value }) => ({ at, worth: value.amount_usd ?? 0 })),
    now,
  )
  const mix = composite(
    [
      part('rulemaking', 0.5, scoreOf(rules.ratio), documents.at(-1)?.observedAt, 5),
      part('legislation', 0.3, scoreOf(moved.ratio), bills.at(-1)?.observedAt, 20),
      part('lobbying', 0.2, scoreOf(spent.ratio), lobbying.at(-1)?.observedAt, 10),
    ],
    now,
  )
  const recent = (at: Date) => ageDays(at, now) <= windowDays
  const count = (list: readonly string[]) =>
    [...Map.groupBy(list, (one) => one)].map(([name, all]) => ({ name, count: all.length })).sort(mostFirst('count', 'name'))
  const reports = lobbying.filter(({ observedAt }) => recent(observedAt))
  const money = (list: typeof reports) => list.reduce((sum, { value }) => sum + (value.amount_usd ?? 0), 0)
  const companies = [
    ...Map.groupBy(
      reports.filter(({ value }) => value.ticker !== null),
      ({ value }) => value.ticker!,
    ),
  ]
    .map(([ticker, list]) => ({
      ticker,
      client: list.at(-1)!.value.client,
      amount_usd: money(list),
      reports: list.length,
      issues: count(list.flatMap(({ value }) => value.issues))
        .map(({ name }) => name)
        .slice(0, 5),
    }))
    .sort(mostFirst('amount_usd', 'ticker'))
  const issues = count(reports.flatMap(({ value }) => value.issues)).map(({ name, count: of }) => ({ issue: name, reports: of }))
  const agencies = count(documents.filter(({ observedAt }) => recent(observedAt)).flatMap(({ value }) => value.agencies)).map(
    ({ name, count: of }) => ({ agency: name, documents: of }),
  )
  const label = activity.of(mix.score)
  const summary =
    `Official policy flow, not members' trades: ${label} (${Math.round(mix.score)}); ${rules.newest} rules and orders in 30 days (usually ${say(rules.usual, 0)}), ` +
    `${moved.newest} bills moved, most by ${agencies[0]?.agency ?? 'nobody'}.`
  return {
    mix: { ...mix, confidence: round(Math.min(mix.confidence, mostConfidence), 2) },
    label,
    summary,
    direction: mix.score >= 25 ? ('up' as const) : mix.score <= -25 ? ('down' as const) : ('flat' as const),
    flow: { rules, moved, spent },
    companies: companies.slice(0, 200),
    issues: issues.slice(0, mostListed),
    agencies: agencies.slice(0, mostListed),
  }
}

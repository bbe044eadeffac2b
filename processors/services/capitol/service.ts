// The Capitol: official policy flow in place of members' trades, whose reports the law keeps from commerce.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { billActions } from '../../../ingestors/sources/congress-bills/topic.ts'
import { registerDocuments } from '../../../ingestors/sources/federal-register/topic.ts'
import { houseReports } from '../../../ingestors/sources/house-reports/topic.ts'
import { lobbyingReports } from '../../../ingestors/sources/lda-filings/topic.ts'
import { defineDays } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineText } from '../../inputs/kind.ts'
import { ticker } from '../../inputs/ticker.ts'
import type { Fact, ServiceSettings } from '../../kit/define.ts'
import {
  all,
  count,
  day,
  defineRoutesService,
  given,
  known,
  list,
  maybe,
  mayTake,
  number,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { activity, computePolicy, itemsOf, kinds } from './signal.ts'

const withoutReports =
  'basis policy_flow: members’ disclosure reports are not sold, as the Ethics in Government Act (5 U.S.C. 13107) forbids their commercial use. A description, not advice.'
const readDays = 190
const defaultDays = 90
const dayMs = 86_400_000

const member = defineText({
  kind: 'member',
  wanted: 'a member’s name or bioguide id of at most 60 letters',
  pattern: "^[\\p{L}\\p{N} .,'’-]+$",
  mostLength: 60,
  example: 'P000197',
  description: 'refused where members’ reports are not sold, as here',
})

interface Asked {
  readonly ticker?: string | undefined
  readonly member?: string | undefined
  readonly chamber?: string | undefined
  readonly days?: number | undefined
}

const takes = {
  ticker: mayTake(ticker),
  member: mayTake(member),
  chamber: mayTake(
    defineChoice('chamber', ['all', 'house', 'senate'], { description: 'bills of one chamber; all where nothing is said' }),
  ),
  days: mayTake(
    defineDays({ most: 365, description: 'so many days back, 1 to 365; 90 where nothing is said, and at most what is kept' }),
  ),
}

/** Before anything is paid: what can be asked only of members' reports is refused by name. */
const refineFor = (hasReports: boolean) =>
  function refine<A extends Asked>(asked: A): A {
    if (asked.member !== undefined && !hasReports)
      throw new TollgateError(
        'input_unusable',
        'member: members’ own trades are not sold here, the law forbids it; ask by ticker, chamber or days',
      )
    return asked
  }

const unknownTicker = (name: string): TollgateError =>
  new TollgateError('input_unusable', `ticker: no lobbying report of these months names ${name}`)

interface Report {
  readonly member: string
  readonly filed_date: string
}

interface Flow {
  readonly reports: readonly Report[] | null
  readonly signal: { readonly as_of: string }
  readonly items: readonly { readonly date: string; readonly ticker: string | null; readonly chamber: string | null }[]
}

function cutItems(body: Flow, { ticker: name, chamber = 'all', days = defaultDays, member: who }: Asked) {
  const from = new Date(Date.parse(body.signal.as_of) - days * dayMs).toISOString().slice(0, 10)
  const items = body.items.filter(
    (one) =>
      one.date >= from &&
      (name === undefined || one.ticker === name) &&
      (chamber === 'all' || one.chamber === null || one.chamber === chamber),
  )
  if (name !== undefined && items.length === 0) throw unknownTicker(name)
  const named = body.reports?.filter(({ member }) => who === undefined || isCalled(member, who)) ?? null
  if (who !== undefined && named?.length === 0)
    throw new TollgateError('input_unusable', `member: no report of these months is of ${who}`)
  // A report of transactions names no company before it is read.
  const reports = named?.filter(({ filed_date: filed }) => filed >= from && name === undefined && chamber !== 'senate') ?? null
  return { ...body, items: who === undefined ? items : [], reports }
}

const isCalled = (name: string, who: string): boolean => plainOf(who) !== '' && plainOf(name).includes(plainOf(who))

const plainOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function cutCompanies<B extends { readonly companies: readonly { readonly ticker: string }[] }>(
  body: B,
  { ticker: name }: Asked,
) {
  const companies = name === undefined ? body.companies : body.companies.filter((one) => one.ticker === name)
  if (companies.length === 0 && name !== undefined) throw unknownTicker(name)
  return { ...body, companies }
}

const common = { price: '0.05', takes, fresh: { days: 4 }, sold: { days: 14 }, labels: activity } as const
const basis = word(['policy_flow'], 'official papers in place of members’ trades')
const flow = (what: string) =>
  section({ last_30d: number(what, 0), usual_30d: number('mean of the windows of 30 days before, at most five', 0) })

const mostReports = 200
const agreed =
  'basis policy_flow; reports are listed because the operator’s counsel agreed to it (5 U.S.C. 13107). What a report says was traded is not read here. A description, not advice.'

export default ({ consents }: ServiceSettings) => {
  const hasReports = consents.includes('capitol-reports')
  const both = { ...common, disclaimer: hasReports ? agreed : withoutReports }
  return defineRoutesService({
    label: 'capitol',
    title: 'Capitol',
    description:
      'Official US policy as it flows: rules, presidential documents, bills and lobbying, by company, issue and agency.',
    version: '2',
    tags: ['policy', 'congress', 'lobbying'],
    rows: { one: 'us' },
    facts: {
      documents: all(registerDocuments, { days: readDays }),
      bills: all(billActions, { days: readDays }),
      lobbying: all(lobbyingReports, { days: readDays }),
      reports: hasReports ? all(houseReports, { days: readDays }) : given(null),
    },
    routes: {
      trades: signalRoute({
        ...both,
        refine: refineFor(hasReports),
        path: '/trades',
        summary:
          'Official policy items in place of members’ trades: rules, orders, bills and lobbying reports, by company and chamber',
        tags: ['policy', 'congress', 'lobbying'],
        shape: cutItems,
        answer: {
          basis,
          items: list(
            {
              kind: word(kinds),
              date: day(),
              title: text(),
              who: text('the agencies, the bill, or whose interest it is'),
              chamber: maybe(word(['house', 'senate'])),
              ticker: maybe(text('the listed company of a lobbying client')),
              amount_usd: usd('of a lobbying report: the lobbyist’s income or the client’s cost', 0),
              issues: list(text('the Senate’s code of a lobbying issue')),
              url: text(),
            },
            'the newest first; the newest of each kind are kept',
          ),
          reports: maybe(
            list(
              {
                member: text(),
                chamber: word(['house']),
                state: text(),
                district: count('0: the whole state'),
                filed_date: day(),
                doc_url: text('the report, which is not read here'),
              },
              'who reported transactions, the newest first; at most 200',
            ),
            'null but where the operator says that counsel agreed to the use of members’ reports',
          ),
          totals: {
            rules_and_orders: count('documents kept here, of half a year'),
            bills: count('bills that moved'),
            lobbying_reports: count('reports seen'),
            lobbying_usd: known(usd('of those reports', 0)),
          },
        },
      }),
      signal: signalRoute({
        ...both,
        refine: refineFor(false),
        path: '/signal',
        summary:
          'How busy official US policy is against its own months before, and which companies, issues and agencies it is about',
        tags: ['policy', 'congress', 'lobbying'],
        shape: cutCompanies,
        answer: {
          basis,
          rulemaking: flow('documents'),
          legislation: flow('bills that moved'),
          lobbying: section({ last_30d_usd: usd(undefined, 0), usual_30d_usd: usd('mean of the windows of 30 days before', 0) }),
          companies: list(
            {
              ticker: text(),
              client: text(),
              amount_usd: known(usd('reported in 30 days', 0)),
              reports: count(),
              issues: list(text()),
            },
            'listed companies by what was spent for them',
          ),
          issues: list({ issue: text('the Senate’s code'), reports: count('in 30 days') }),
          agencies: list({ agency: text(), documents: count('in 30 days') }),
        },
      }),
    },
    signal(facts, now) {
      const told = computePolicy(facts, now)
      const { mix, label, summary, direction, flow: of } = told
      const reports = facts.reports as readonly Fact<ValueOf<typeof houseReports>>[] | null
      const head = { mix, label, summary, direction, basis: 'policy_flow' as const }
      const counts = ({ newest, usual }: typeof of.rules) => ({ last_30d: newest, usual_30d: usual })
      return [
        {
          ...head,
          route: 'trades' as const,
          items: itemsOf(facts),
          reports: reports && newestReports(reports),
          totals: {
            rules_and_orders: facts.documents.length,
            bills: facts.bills.length,
            lobbying_reports: facts.lobbying.length,
            lobbying_usd: facts.lobbying.reduce((sum, { value }) => sum + (value.amount_usd ?? 0), 0),
          },
        },
        {
          ...head,
          route: 'signal' as const,
          rulemaking: counts(of.rules),
          legislation: counts(of.moved),
          lobbying: { last_30d_usd: of.spent.newest, usual_30d_usd: of.spent.usual },
          companies: told.companies,
          issues: told.issues,
          agencies: told.agencies,
        },
      ]
    },
  })
}

const newestReports = (facts: readonly Fact<ValueOf<typeof houseReports>>[]) =>
  facts
    .toSorted((a, b) => b.observedAt.getTime() - a.observedAt.getTime() || (a.key < b.key ? 1 : -1))
    .slice(0, mostReports)
    .map(({ value: { member: who, state, district, filed, url } }) => ({
      member: who,
      chamber: 'house' as const,
      state,
      district,
      filed_date: filed,
      doc_url: url,
    }))

// Federal leases of oil, gas and geothermal: sales to come, what expires when, who holds what, and a report of all three.

import { blmLeases, type LeaseShelf, registers, shelfNames, totalsShelf } from '../../../ingestors/sources/blm-leases/topic.ts'
import { boemLeases } from '../../../ingestors/sources/boem-leases/topic.ts'
import { leaseNotices } from '../../../ingestors/sources/lease-notices/topic.ts'
import { newestLeases } from '../../formula/leases.ts'
import { defineDays, limit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineFlag } from '../../inputs/flag.ts'
import { defineInteger, defineText } from '../../inputs/kind.ts'
import { defineTable } from '../../inputs/table.ts'
import { usStates } from '../../inputs/us-states.ts'
import type { Fact, Selection } from '../../kit/define.ts'
import { defineRoutesService, mayTake, reading, signalRoute } from '../../kit/index.ts'
import { refuseUnheld } from './asked.ts'
import {
  auctionLadder,
  expiryLadder,
  holdingLabels,
  type Register,
  reportLadder,
  tellAuctions,
  tellExpiring,
  tellPortfolio,
  tellReport,
} from './register.ts'
import { auctionsAnswer, expiringAnswer, portfolioAnswer, reportAnswer } from './schema.ts'

const topics = [blmLeases, boemLeases]
const registersOf = (name: string) => registers.filter((register) => register.startsWith(name))
const keysOf = (name: string, shelves: readonly string[]) =>
  registersOf(name).flatMap((register) => shelves.map((shelf) => `${register}/${shelf}`))
const selections: readonly Selection[] = [
  { topic: blmLeases, keys: keysOf('blm', shelfNames), days: 1 },
  { topic: blmLeases, keys: keysOf('blm', [totalsShelf]), days: 400 },
  { topic: boemLeases, keys: keysOf('boem', shelfNames), days: 1 },
  { topic: boemLeases, keys: keysOf('boem', [totalsShelf]), days: 400 },
  { topic: leaseNotices },
]

function readRegister(facts: readonly Fact[]): Register {
  const shelves = facts.flatMap(({ topic, value }) => (topics.some(({ name }) => name === topic) ? [value as LeaseShelf] : []))
  const { leases, months } = newestLeases(shelves)
  return {
    leases,
    totals: shelves.flatMap(({ register, read_in, totals }) => (totals === undefined ? [] : [{ register, read_in, totals }])),
    notices: facts.flatMap(({ topic, value }) => (topic === leaseNotices.name ? [value as never] : [])),
    readIn: months.map(({ register, read_in }) => ({ register, month: new Date(`${read_in}T00:00:00Z`) })),
  }
}

const { DC: _, ...states } = usStates
const state = defineTable({
  kind: 'lease state',
  table: {
    ...Object.fromEntries(Object.entries(states).map(([code, name]) => [code, [name]])),
    GULF: ['gulf-of-america', 'gulf-of-mexico', 'gom'],
    ALASKA_OCS: ['cook-inlet'],
    PACIFIC: ['pacific-ocs'],
  },
  example: 'WY',
  description: 'two letters of a state, or GULF, ALASKA_OCS, PACIFIC',
})
const commodity = defineChoice('commodity', ['all', 'oil_gas', 'geothermal'], { description: 'all where nothing is said' })
const status = defineChoice('status', ['producing', 'non_producing'], { description: 'both where nothing is said' })
const area = defineText({
  kind: 'area',
  wanted: 'an offshore area with or without its block, such as MC or MC 252',
  pattern: '^[A-Za-z0-9 ]{1,20}$',
  mostLength: 20,
  example: 'MC 252',
  description: 'offshore area, with its block',
})
const leaseNumber = defineText({
  kind: 'lease number',
  wanted: 'a lease’s number, such as WYWY105800017 or G36000',
  pattern: '^[A-Za-z]{1,6} ?[0-9]{4,12}$',
  mostLength: 20,
  example: 'G36000',
  description: 'one lease by its number',
})
const operator = defineText({
  kind: 'operator',
  wanted: '2 to 80 characters of a company’s name',
  leastLength: 2,
  mostLength: 80,
  example: 'Offshore',
  description: 'part of a lessee’s name; offshore only',
})
const common = {
  state: mayTake(state),
  commodity: mayTake(commodity),
  area: mayTake(area),
  status: mayTake(status),
  lease_number: mayTake(leaseNumber),
  limit: mayTake(limit, { fallback: 25 }),
}

const shared = {
  price: '0.15',
  fresh: { days: 45 },
  sold: { days: 90 },
  leastWeight: 0.3,
  tags: ['leases', 'oil', 'gas', 'government'],
} as const

/** Any state, operator or window may be asked. */
const register = { selections, build: readRegister }

export default defineRoutesService({
  label: 'lease',
  title: 'Federal leases',
  description: 'Federal oil, gas and geothermal leases on and off shore: sales to come, what expires when, and who holds what.',
  version: '2',
  tags: ['leases', 'energy', 'government'],
  rows: { one: 'all' },
  facts: {
    register: reading(selections, (seen) =>
      readRegister([...topics, leaseNotices].flatMap((topic): readonly Fact[] => seen.of(topic as typeof blmLeases))),
    ),
  },
  routes: {
    auctions: signalRoute({
      ...shared,
      path: '/auctions',
      summary: 'Federal lease sales to come, by notices and by law, and what the last ones leased',
      takes: {
        state: mayTake(state),
        horizon_days: mayTake(defineDays({ least: 30, most: 730, otherNames: [] }), { fallback: 365 }),
        past_days: mayTake(defineDays({ least: 0, most: 730, otherNames: [] }), { fallback: 180 }),
        limit: mayTake(limit, { fallback: 25 }),
      },
      range: [0, 100],
      labels: auctionLadder,
      answer: auctionsAnswer,
      tells: { ...register, tell: tellAuctions },
    }),
    expiring: signalRoute({
      ...shared,
      path: '/expiring',
      summary: 'Federal leases that end within a window unless they produce, by month and state, each with its holders',
      takes: {
        ...common,
        months: mayTake(
          defineInteger({ kind: 'months', least: 1, most: 60, example: 12, description: 'how many months ahead, 1 to 60' }),
          { fallback: 12 },
        ),
        include_producing: mayTake(defineFlag('those that production holds too'), { fallback: false }),
      },
      range: [0, 100],
      labels: expiryLadder,
      answer: expiringAnswer,
      tells: { ...register, refuse: refuseUnheld, tell: tellExpiring },
    }),
    portfolio: signalRoute({
      ...shared,
      path: '/portfolio',
      summary: 'Federal leases in force by state, age and, offshore, by operator with net acres and the next expiry',
      takes: { ...common, operator: mayTake(operator) },
      labels: holdingLabels,
      answer: portfolioAnswer,
      tells: { ...register, refuse: refuseUnheld, tell: tellPortfolio },
    }),
    report: signalRoute({
      ...shared,
      path: '/report',
      summary: 'Federal leasing in one answer: sales, expiries, holdings and the newest notices',
      takes: { state: mayTake(state), commodity: mayTake(commodity), limit: mayTake(limit, { fallback: 25 }) },
      labels: reportLadder,
      answer: reportAnswer,
      tells: { ...register, refuse: refuseUnheld, tell: tellReport },
    }),
  },
  signal({ register }, now) {
    return [
      { route: 'auctions' as const, ...tellAuctions(register, {}, now) },
      { route: 'expiring' as const, ...tellExpiring(register, {}, now) },
      { route: 'portfolio' as const, ...tellPortfolio(register, {}, now) },
      { route: 'report' as const, ...tellReport(register, {}, now) },
    ]
  },
})

// The federal lease register told four ways: sales to come, what expires when, who holds what, and all three together.
import type { LeaseShelf } from '../../../ingestors/sources/blm-leases/topic.ts'
import { clip, composite, round, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { acresOf, byOperator, type Held } from '../../formula/leases.ts'
import { mostFirst } from '../../formula/lists.ts'
import { type Asked, select } from './asked.ts'
import { type Notice, noticedSale, type Sale, statutorySales } from './sales.ts'

export interface Totals {
  readonly register: LeaseShelf['register']
  readonly read_in: string
  readonly totals: NonNullable<LeaseShelf['totals']>
}

export interface Register {
  readonly leases: readonly Held[]
  readonly totals: readonly Totals[]
  readonly notices: readonly Notice[]
  /** The months the registers were read in. */
  readonly readIn: readonly { readonly register: string; readonly month: Date }[]
}

const dayMs = 86_400_000
const lin = (x: number, low: number, high: number): number => clip((x - low) / (high - low), 0, 1)
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const auctionLadder = ladder(['quiet', 'scheduled', 'active', 'imminent'], [20, 45, 70])
export const expiryLadder = ladder(['light', 'moderate', 'heavy', 'cliff'], [25, 50, 75])
export const holdingLadder = ladder(['shrinking', 'flat', 'growing'], [-20, 20])
/** Of which nobody knows a year ago, nobody knows that it stayed as it was. */
export const holdingLabels = [...holdingLadder.labels, 'unknown'] as const
export const reportLadder = ladder(['contracting', 'mixed', 'expanding'], [-15, 15])

function mixOf({ readIn, notices }: Register, needed: readonly string[], now: Date) {
  return composite(
    needed.map((id) => {
      if (id === 'notices') return { id, weight: 0.5, score: notices.length > 0 ? 1 : null }
      const read = readIn.find(({ register }) => register === id)
      return {
        id,
        weight: 1,
        score: read === undefined ? null : 1,
        ...(read === undefined ? {} : { observedAt: read.month, maxAgeDays: 45 }),
      }
    }),
    now,
  )
}

const registersNeeded = ['blm_oil_gas', 'blm_geothermal', 'boem_oil_gas']

const describe = ({ id, state, area, commodity, acres, effective, expires, producing, source, owners }: Held) => ({
  lease_id: id,
  state,
  area,
  commodity,
  acres,
  effective,
  expires,
  producing,
  owners,
  source,
})

export function tellAuctions(register: Register, asked: Asked, now: Date) {
  const today = dayText(now.getTime())
  const until = dayText(now.getTime() + (asked.horizon_days ?? 365) * dayMs)
  const since = dayText(now.getTime() - (asked.past_days ?? 180) * dayMs)
  const isAsked = ({ region }: Sale) => asked.state === undefined || region === asked.state || region === 'several'
  const noticed = register.notices.flatMap((notice) => noticedSale(notice) ?? []).filter(isAsked)
  // A sale that a notice dates takes the place of the law's last day of the same half year.
  const isDated = (sale: Sale) =>
    noticed.some(
      (one) => one.region === sale.region && one.date <= sale.date && Date.parse(sale.date) - Date.parse(one.date) < 95 * dayMs,
    )
  const upcoming = [
    ...noticed.filter(({ date }) => date >= today && date <= until),
    ...statutorySales(today, until).filter((sale) => isAsked(sale) && !isDated(sale)),
  ].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.region < b.region ? -1 : 1))
  const recent = noticed
    .filter(({ date }) => date < today && date >= since)
    .sort((a, b) => (a.date > b.date ? -1 : 1))
    .map((sale) => ({ ...sale, ...soldAt(register.leases, sale) }))
  const days = upcoming[0] === undefined ? null : Math.round((Date.parse(upcoming[0].date) - Date.parse(today)) / dayMs)
  const soon = upcoming
    .filter(({ date }) => date <= dayText(now.getTime() + 180 * dayMs))
    .reduce((sum, { acres_offered, agency }) => sum + (acres_offered ?? 0) * (agency === 'BOEM' ? 0.01 : 1), 0)
  const score = 100 * (0.5 * lin(soon, 0, 1_000_000) + 0.5 * (days === null ? 0 : lin(days, 120, 7)))
  const label = auctionLadder.of(score)
  return {
    mix: { ...mixOf(register, ['notices', ...registersNeeded], now), score },
    label: days !== null && days < 30 && upcoming[0]!.status !== 'statutory' ? ('imminent' as const) : label,
    upcoming: upcoming.slice(0, asked.limit ?? 25),
    recent: recent.slice(0, asked.limit ?? 25),
    summary: `${upcoming.length} federal lease sales within ${asked.horizon_days ?? 365} days, ${upcoming.filter(({ status }) => status !== 'statutory').length} of them dated by a notice; next ${upcoming[0] === undefined ? 'none' : `${upcoming[0].agency} ${upcoming[0].region} ${upcoming[0].status === 'statutory' ? 'by' : 'on'} ${upcoming[0].date}`}.`,
  }
}

// Onshore leases carry the day of their sale; what is still in force of it was leased then. Offshore ones carry its number only.
function soldAt(leases: readonly Held[], { region, date, agency }: Sale) {
  if (agency !== 'BLM' || region === 'several') return { leases_issued: null, acres_leased: null }
  const sold = leases.filter(
    (one) => one.state === region && one.sale !== null && Math.abs(Date.parse(one.sale) - Date.parse(date)) <= 3 * dayMs,
  )
  return { leases_issued: sold.length, acres_leased: sold.length === 0 ? null : acresOf(sold) }
}

export function tellExpiring(register: Register, asked: Asked, now: Date) {
  const months = asked.months ?? 12
  const today = dayText(now.getTime())
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + months)
  const chosen = select(register.leases, asked)
  const ending = chosen.filter(({ expires }) => expires !== null && expires >= today && expires < dayText(end.getTime()))
  const told = ending
    .filter(({ producing }) => asked.include_producing === true || asked.status === 'producing' || producing !== true)
    .sort((a, b) => (a.expires! < b.expires! ? -1 : a.expires! > b.expires! ? 1 : a.id < b.id ? -1 : 1))
  const idle = chosen.filter(({ producing }) => producing !== true)
  const idleEnding = ending.filter(({ producing }) => producing !== true)
  const share = acresOf(idle) === 0 ? 0 : acresOf(idleEnding) / acresOf(idle)
  const quarter = new Date(now)
  quarter.setUTCMonth(quarter.getUTCMonth() + 3)
  const soon = acresOf(idleEnding.filter(({ expires }) => expires! < dayText(quarter.getTime()))) / 3
  const usual = acresOf(idleEnding) / months
  const score = 100 * (0.6 * lin(share, 0, 0.25) + 0.4 * (usual === 0 ? 0 : lin(soon / usual, 0.5, 2)))
  const label = expiryLadder.of(score)
  const group = <K extends string>(key: (one: Held) => K) =>
    [...Map.groupBy(told, key)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => ({ name, leases: own.length, acres: acresOf(own) }))
  return {
    mix: { ...mixOf(register, registersNeeded, now), score },
    label,
    window: { from: today, months },
    totals: {
      leases: told.length,
      acres: acresOf(told),
      non_producing_acres: acresOf(idleEnding),
      share_of_idle_pct: round(100 * share, 2),
      without_expiry: chosen.filter(({ expires }) => expires === null).length,
    },
    by_month: group(({ expires }) => expires!.slice(0, 7)).map(({ name, ...rest }) => ({ month: name, ...rest })),
    by_state: group(({ state }) => state).map(({ name, ...rest }) => ({ state: name, ...rest })),
    // Who asks for one lease is told when it ends, whenever that is.
    items: (asked.lease_number === undefined ? told : chosen).slice(0, asked.limit ?? 25).map(describe),
    summary: `${told.length} federal leases over ${Math.round(acresOf(told))} acres end within ${months} months unless they produce (${label}); ${say(round(100 * share, 1), 1, ' %')} of idle acres${told[0] === undefined ? '' : `, the first, ${told[0].id}, on ${told[0].expires}`}.`,
  }
}

export function tellPortfolio(register: Register, asked: Asked, now: Date) {
  const chosen = select(register.leases, asked)
  const acres = acresOf(chosen)
  const producing = acresOf(chosen.filter((one) => one.producing === true))
  const change = yearChangePct(register.totals, asked)
  const isNarrow =
    asked.operator !== undefined || asked.lease_number !== undefined || asked.area !== undefined || asked.status !== undefined
  const pct = isNarrow ? null : change
  const score = pct === null ? 0 : 100 * Math.tanh(pct / 5)
  const label = pct === null ? 'unknown' : holdingLadder.of(score)
  const group = (key: (one: Held) => string) =>
    [...Map.groupBy(chosen, key)]
      .map(([name, own]) => ({
        name,
        leases: own.length,
        acres: acresOf(own),
        producing_leases: own.filter((one) => one.producing === true).length,
      }))
      .sort(mostFirst('acres', 'name'))
  const limit = asked.limit ?? 25
  const mix = mixOf(register, [...registersNeeded, 'year_before'], now)
  const told = pct === null ? mix : mixOf(register, registersNeeded, now)
  return {
    mix: { ...told, score, confidence: pct === null ? Math.min(0.5, told.confidence) : told.confidence },
    label,
    totals: {
      leases: chosen.length,
      acres,
      producing_acres: producing,
      producing_share_pct: acres === 0 ? null : round((100 * producing) / acres, 2),
      acres_change_12m_pct: pct,
    },
    by_state: group(({ state }) => state),
    by_commodity: group(({ commodity }) => commodity),
    by_status: group(({ status }) => status),
    by_operator: byOperator(chosen).slice(0, limit),
    vintage: group(({ effective }) => (effective === null ? 'unknown' : `${effective.slice(0, 3)}0s`)).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
    items: chosen.slice(0, limit).map(describe),
    summary: `${chosen.length} federal leases in force over ${Math.round(acres)} acres, ${say(acres === 0 ? null : (100 * producing) / acres, 1, ' %')} of them producing; acres over a year ${say(pct, 1, ' %')}.`,
  }
}

/** Of all acres, or a state's; null until a year of readings is there, of each register that is read now. */
export function yearChangePct(totals: readonly Totals[], asked: Asked): number | null {
  const kind = asked.commodity ?? 'all'
  const wanted = totals.filter(({ register }) => kind === 'all' || (register === 'blm_geothermal') === (kind === 'geothermal'))
  const acresIn = (rows: Totals['totals']) =>
    rows.reduce((sum, { state, acres }) => sum + (asked.state === undefined || state === asked.state ? acres : 0), 0)
  let [now, before] = [0, 0]
  for (const months of Map.groupBy(wanted, ({ register }) => register).values()) {
    const newest = months.reduce((late, one) => (one.read_in > late.read_in ? one : late))
    const yearAgo = `${Number(newest.read_in.slice(0, 4)) - 1}${newest.read_in.slice(4)}`
    const older = months.find(({ read_in }) => read_in === yearAgo)
    if (older === undefined) return null
    now += acresIn(newest.totals)
    before += acresIn(older.totals)
  }
  return before === 0 ? null : round(100 * (now / before - 1), 2)
}

// Counted whole, however few are listed.
const allSales = 10_000

export function tellReport(register: Register, asked: Asked, now: Date) {
  const [auctions, expiring, portfolio] = [
    tellAuctions(register, { ...asked, limit: allSales }, now),
    tellExpiring(register, asked, now),
    tellPortfolio(register, asked, now),
  ]
  const score = 0.4 * (2 * auctions.mix.score - 100) + 0.3 * portfolio.mix.score - 0.3 * (2 * expiring.mix.score - 100)
  const label = reportLadder.of(score)
  const newest = register.notices.toSorted((a, b) => (a.published > b.published ? -1 : 1)).slice(0, asked.limit ?? 25)
  return {
    mix: { ...portfolio.mix, score: clip(score, -100, 100) },
    label,
    auctions: { score: auctions.mix.score, label: auctions.label, next: auctions.upcoming.slice(0, 5) },
    expiring: { score: expiring.mix.score, label: expiring.label, ...expiring.totals },
    portfolio: { score: portfolio.mix.score, label: portfolio.label, ...portfolio.totals },
    notices: newest.map(({ title, agencies, published, url }) => ({ title, agencies: [...agencies], published, url })),
    summary: `Federal leasing is ${label} (${Math.round(score)}): ${auctions.upcoming.length} sales ahead, ${expiring.totals.leases} leases end within a year, ${portfolio.totals.leases} in force over ${Math.round(portfolio.totals.acres)} acres.`,
  }
}

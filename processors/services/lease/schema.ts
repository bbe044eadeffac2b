// The fields of the four lease answers.
import { count, day, fields, flag, list, maybe, month, number, pct, text, word } from '../../kit/index.ts'

const sale = {
  agency: word(['BLM', 'BOEM']),
  sale: text(),
  region: text('a state, GULF, ALASKA_OCS, PACIFIC or several'),
  date: day('of the sale; of a statutory one the last day the law leaves'),
  status: word(['statutory', 'proposed', 'final']),
  acres_offered: number('acres'),
  parcels: number('parcels or blocks'),
  source_url: text(),
}
const lease = {
  lease_id: text('as its agency numbers it'),
  state: text(),
  area: maybe(text('offshore area and block; onshore the formation where it is limited to one')),
  commodity: word(['oil_gas', 'geothermal']),
  acres: number('as recorded', 1),
  effective: maybe(day()),
  expires: maybe(day('the end of its term; production holds a lease past it')),
  producing: maybe(flag()),
  owners: list({ name: text(), pct: number('percent of the lease, its largest share by depth', 3) }, 'offshore only'),
  source: text(),
}
const group = { name: text(), leases: count(), acres: number('acres', 1), producing_leases: count() }
const ending = {
  leases: count(),
  acres: number('acres', 1),
  non_producing_acres: number('acres of leases that do not produce and end in the window', 1),
  share_of_idle_pct: pct('of all acres that do not produce', 2),
  without_expiry: count('leases without a recorded end; most are held by production'),
}
const holding = {
  leases: count(),
  acres: number('acres', 1),
  producing_acres: number('acres', 1),
  producing_share_pct: pct('of the acres', 2),
  acres_change_12m_pct: pct('net, over a year; null until a year of readings is there, and for a narrower question', 2),
}

export const auctionsAnswer = fields({
  upcoming: list(sale),
  recent: list({
    ...sale,
    leases_issued: number('onshore leases in force with that day of sale; null offshore, whose leases name none'),
    acres_leased: number('acres', 1),
  }),
})
export const expiringAnswer = fields({
  window: { from: day(), months: count() },
  totals: ending,
  by_month: list({ month: month(), leases: count(), acres: number('acres', 1) }),
  by_state: list({ state: text(), leases: count(), acres: number('acres', 1) }),
  items: list(lease, 'that end within the window; of a lease number that lease, whenever it ends'),
})
export const portfolioAnswer = fields({
  totals: holding,
  by_state: list(group),
  by_commodity: list(group),
  by_status: list(group, 'Authorized onshore; offshore PRIMRY, PROD, UNIT, SOP, SOO, OPERNS, DSO'),
  by_operator: list(
    {
      name: text(),
      leases: count(),
      producing_leases: count(),
      net_acres: number('acres times the share held', 1),
      next_expiry: maybe(day('of a lease that does not produce')),
    },
    'offshore only: BLM’s layer names no lessee',
  ),
  vintage: list(group, 'by the decade it began in'),
  items: list(lease),
})
export const reportAnswer = fields({
  auctions: { score: number('0 to 100', 1), label: text(), next: list(sale) },
  expiring: { score: number('0 to 100', 1), label: text(), ...ending },
  portfolio: { score: number('-100 to 100', 1), label: text(), ...holding },
  notices: list({ title: text(), agencies: list(text()), published: day(), url: text() }),
})

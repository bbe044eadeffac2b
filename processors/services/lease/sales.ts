// Lease sales to come: those that notices name with a day, and those that the law asks for by one (Public Law 119-21, sections 50101 to 50103).

export interface Notice {
  readonly title: string
  readonly abstract: string | null
  readonly agencies: readonly string[]
  readonly published: string
  readonly url: string
}

export interface Sale {
  readonly agency: 'BLM' | 'BOEM'
  readonly sale: string
  readonly region: string
  /** The day of the sale, or for a statutory one the last day the law leaves. */
  readonly date: string
  readonly status: 'statutory' | 'proposed' | 'final'
  readonly acres_offered: number | null
  readonly parcels: number | null
  readonly source_url: string
}

const law = 'https://www.congress.gov/bill/119th-congress/house-bill/1'
const quarterly = ['WY', 'NM', 'CO', 'UT', 'MT', 'ND', 'OK', 'NV', 'AK']
const stateNames: Readonly<Record<string, string>> = {
  Alaska: 'AK',
  Arizona: 'AZ',
  California: 'CA',
  Colorado: 'CO',
  Idaho: 'ID',
  Kansas: 'KS',
  Louisiana: 'LA',
  Michigan: 'MI',
  Mississippi: 'MS',
  Montana: 'MT',
  Nebraska: 'NE',
  Nevada: 'NV',
  'New Mexico': 'NM',
  'North Dakota': 'ND',
  Ohio: 'OH',
  Oklahoma: 'OK',
  'South Dakota': 'SD',
  Texas: 'TX',
  Utah: 'UT',
  Wyoming: 'WY',
}
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const monthly = /\b(January|February|March|April|May|June|July|August|September|October|November|December) (\d{1,2}), (\d{4})\b/g

const iso = (date: Date): string => date.toISOString().slice(0, 10)

/** The last days the law leaves, between two days. */
export function statutorySales(from: string, to: string): Sale[] {
  const sales: Sale[] = []
  const add = (agency: Sale['agency'], sale: string, region: string, date: string) => {
    if (date >= from && date <= to)
      sales.push({ agency, sale, region, date, status: 'statutory', acres_offered: null, parcels: null, source_url: law })
  }
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    if (year === 2025) add('BOEM', 'Gulf of America sale', 'GULF', '2025-12-15')
    if (year >= 2026 && year <= 2040) add('BOEM', 'Gulf of America sale', 'GULF', `${year}-03-15`)
    if (year >= 2026 && year <= 2039) add('BOEM', 'Gulf of America sale', 'GULF', `${year}-08-15`)
    if ([2026, 2027, 2028, 2030, 2031, 2032].includes(year)) add('BOEM', 'Cook Inlet sale', 'ALASKA_OCS', `${year}-03-15`)
    for (const [i, end] of ['03-31', '06-30', '09-30', '12-31'].entries())
      for (const state of quarterly) add('BLM', `quarterly sale, quarter ${i + 1} of ${year}`, state, `${year}-${end}`)
  }
  return sales
}

// A notice names other days too: until when comments are taken, from when a plan holds.
const ofSale = /\b(?:bids?|auction|offer(?:s|ed|ing)?|sale (?:on|will be held|is scheduled)|hold|held)\b/i
const notOfSale =
  /\b(?:comments?|nominations?|protests?|objections?|postmarked|scoping|hearings?|meetings?|expressions? of interest)\b/i

/** The first day behind the notice's own that a sentence about the sale itself names. */
function dayOfSale(text: string, published: string): string | null {
  for (const sentence of text.split(/(?<=[a-z0-9)][.;]) (?=[A-Z])/)) {
    if (!ofSale.test(sentence) || notOfSale.test(sentence)) continue
    const days = [...sentence.matchAll(monthly)].map(([, month, day, year]) =>
      iso(new Date(Date.UTC(Number(year), months.indexOf(month!), Number(day)))),
    )
    const date = days.find((day) => day > published)
    if (date !== undefined) return date
  }
  return null
}

/** null where a notice names no day of a sale that follows its own. */
export function noticedSale(notice: Notice): Sale | null {
  const text = `${notice.title}. ${notice.abstract ?? ''}`
  const date = dayOfSale(text, notice.published)
  if (date === null) return null
  const isOffshore = notice.agencies.some((agency) => agency.includes('ocean-energy'))
  const states = Object.keys(stateNames).filter((name) => text.includes(name))
  const region = isOffshore
    ? /cook inlet|alaska|beaufort|chukchi/i.test(text)
      ? 'ALASKA_OCS'
      : /pacific|california/i.test(text)
        ? 'PACIFIC'
        : 'GULF'
    : states.length === 1
      ? stateNames[states[0]!]!
      : 'several'
  const [, acres, million] = /(\d[\d,]{0,14}(?:\.\d{1,4})?) (million )?acres/.exec(text) ?? []
  const [, parcels] = /(\d[\d,]{0,14}) (?:parcels|blocks)/.exec(text) ?? []
  const count = (written: string | undefined) => (written === undefined ? null : Number(written.replaceAll(',', '')))
  const offered = count(acres)
  return {
    agency: isOffshore ? 'BOEM' : 'BLM',
    sale: notice.title,
    region,
    date,
    // What is proposed says in its name; its text may speak of the final notice to come.
    status:
      !/propos/i.test(notice.title) && /final notice|notice of competitive|will (offer|open)/i.test(text) ? 'final' : 'proposed',
    acres_offered: offered === null ? null : offered * (million === undefined ? 1 : 1_000_000),
    parcels: count(parcels),
    source_url: notice.url,
  }
}

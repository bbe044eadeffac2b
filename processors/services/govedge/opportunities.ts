// Federal opportunities ranked for a profile.
import type { Grant } from '../../../ingestors/sources/grants-gov/topic.ts'
import type { Notice } from '../../../ingestors/sources/sam-opportunities/topic.ts'
import { clip, composite, type Point, part, round } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'
import { unusable } from '../../inputs/kind.ts'
import type { Market } from './market.ts'
import { newestDayOf, newestWeeks } from './weeks.ts'

export interface Board {
  readonly notices: readonly Notice[]
  readonly grants: readonly Grant[]
  readonly market: Market
  /** Obligations by month. */
  readonly months: readonly Point[]
  readonly readOn: { readonly sam: Date | null; readonly grants: Date | null; readonly awards: Date | null }
}

export interface Profile {
  readonly q?: string | undefined
  readonly naics?: string | undefined
  readonly set_aside?: string | undefined
  readonly state?: string | undefined
  readonly agency?: string | undefined
  readonly kind?: string | undefined
  readonly type?: string | undefined
  readonly posted_days?: number | undefined
  readonly min_days_left?: number | undefined
  readonly min_value_usd?: number | undefined
  readonly max_value_usd?: number | undefined
  readonly limit?: number | undefined
}

export const richness = ladder(['thin', 'normal', 'rich'], [30, 70])
export const marketLadder = ladder(['contracting', 'flat', 'expanding'], [-15, 15])

const dayMs = 86_400_000
const lin = (x: number, low: number, high: number): number => clip((x - low) / (high - low), 0, 1)
const sought: Readonly<Record<string, string>> = {
  Solicitation: 'solicitation',
  'Combined Synopsis/Solicitation': 'combined',
  'Sources Sought': 'sources_sought',
  Presolicitation: 'presolicitation',
}

export interface Row {
  readonly id: string
  readonly source: 'sam' | 'grants'
  readonly kind: 'contract' | 'grant'
  readonly title: string
  readonly agency: string | null
  readonly sub_tier: string | null
  readonly type: string
  readonly posted_at: string | null
  readonly due_at: string | null
  readonly naics: string | null
  readonly psc: string | null
  readonly set_aside: string | null
  readonly place: { readonly city: string | null; readonly state: string | null; readonly country: string | null }
  readonly url: string
}

export function rowsOf({ notices, grants }: Pick<Board, 'notices' | 'grants'>): Row[] {
  const contracts = notices.flatMap((one): Row[] => {
    const type = sought[one.type]
    // Awards, special notices and sales are no opportunities to bid.
    if (type === undefined) return []
    const place = { city: one.city, state: one.state, country: one.country }
    return [
      {
        id: one.id,
        source: 'sam',
        kind: 'contract',
        title: one.title,
        agency: one.agency,
        sub_tier: one.sub_tier,
        type,
        posted_at: one.posted,
        due_at: one.due,
        naics: one.naics,
        psc: one.psc,
        set_aside: one.set_aside,
        place,
        url: `https://sam.gov/workspace/contract/opp/${one.id}/view`,
      },
    ]
  })
  const posted = grants.map(
    (one): Row => ({
      id: one.id,
      source: 'grants',
      kind: 'grant',
      title: one.title,
      agency: one.agency,
      sub_tier: null,
      type: one.status,
      posted_at: one.opened,
      due_at: one.closes === null ? null : `${one.closes}T23:59:59.000Z`,
      naics: null,
      psc: null,
      set_aside: null,
      place: { city: null, state: null, country: null },
      url: `https://www.grants.gov/search-results-detail/${one.id}`,
    }),
  )
  return [...contracts, ...posted]
}

const daysLeft = (due: string | null, now: Date): number | null =>
  due === null ? null : (Date.parse(due) - now.getTime()) / dayMs

/** 0 to 100: time to answer, worth, competition and how new it is, each with its reason. */
export function edgeOf(row: Row, market: Market, now: Date) {
  const found = market.pairOf(row.naics, row.agency)
  const left = daysLeft(row.due_at, now)
  const time = left === null ? 0.5 : left < 10 ? lin(left, 2, 10) : left <= 45 ? 1 : lin(left, 120, 45)
  const value = found === null ? null : market.valueRank(found.pair)
  const isEarly = row.type === 'sources_sought' || row.type === 'presolicitation'
  const open = row.set_aside !== null ? 0.8 : isEarly ? 0.7 : 0.4
  const isContested = found !== null && found.pair.top_share_pct < 30
  const age = row.posted_at === null ? 14 : (now.getTime() - Date.parse(`${row.posted_at}T00:00:00Z`)) / dayMs
  const reasons = [
    left === null ? 'no deadline is given' : `${Math.max(0, Math.floor(left))} days to answer`,
    ...(row.set_aside === null ? [] : [`set aside: ${row.set_aside}`]),
    ...(isEarly ? ['early stage: requirements can still be shaped'] : []),
    ...(found === null
      ? ['no past award of its industry is known']
      : [
          `median past award ${found.pair.median_award_usd} USD (${found.basis.replaceAll('_', ' ')}, ${found.pair.awards} awards)`,
        ]),
    ...(isContested ? [`no incumbent above ${round(found.pair.top_share_pct, 0)} % of the money`] : []),
  ]
  return {
    edge: round(35 * time + 25 * (value ?? 0.3) + 20 * Math.min(1, open + (isContested ? 0.2 : 0)) + 20 * lin(age, 14, 0), 1),
    reasons,
    found,
  }
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const agencyText = ({ agency, sub_tier }: Row): string => `${agency ?? ''} ${sub_tier ?? ''}`.toLowerCase()

type Filter = readonly [name: keyof Profile, fits: (row: Row) => boolean]

/** Each input that was given, with what it keeps. */
function filtersOf(market: Market, asked: Profile, now: Date): Filter[] {
  const words = tokensOf(asked.q ?? '')
  const { agency, set_aside, min_value_usd: least, max_value_usd: most } = asked
  const worth = (row: Row) => market.pairOf(row.naics, row.agency)?.pair.median_award_usd ?? null
  const filters: Record<string, (row: Row) => boolean> = {
    kind: (row) => asked.kind === 'all' || row.kind === asked.kind,
    type: (row) => asked.type === 'all' || row.type === asked.type,
    state: (row) => row.place.state === asked.state,
    naics: (row) => (row.naics ?? '').startsWith(asked.naics!),
    set_aside: (row) =>
      set_aside === 'any' || (set_aside === 'none' ? row.set_aside === null : row.set_aside === set_aside!.toUpperCase()),
    agency: (row) => agencyText(row).includes(agency!.toLowerCase()),
    q(row) {
      const tokens = tokensOf(`${row.title} ${row.psc ?? ''} ${row.agency ?? ''}`)
      // Two letters are a word of their own: of "IT support" no facility.
      return words.every((word) => tokens.some((token) => (word.length < 3 ? token === word : token.startsWith(word))))
    },
    min_value_usd: (row) => (worth(row) ?? Number.NEGATIVE_INFINITY) >= least!,
    max_value_usd: (row) => (worth(row) ?? Number.POSITIVE_INFINITY) <= most!,
    min_days_left(row) {
      const left = daysLeft(row.due_at, now)
      return left === null ? asked.min_days_left === 0 : left >= asked.min_days_left!
    },
    posted_days: (row) => row.posted_at === null || now.getTime() - Date.parse(row.posted_at) <= (asked.posted_days! + 1) * dayMs,
  }
  return Object.entries(filters).flatMap(([name, fits]): Filter[] =>
    asked[name as keyof Profile] === undefined ? [] : [[name as keyof Profile, fits]],
  )
}

const isOpen = (row: Row, now: Date): boolean => (daysLeft(row.due_at, now) ?? 0) >= 0
const timely = (asked: Profile): Profile => ({ ...asked, posted_days: asked.posted_days ?? 7 })
const fitting = (rows: readonly Row[], filters: readonly Filter[]): Row[] =>
  rows.filter((row) => filters.every(([, fits]) => fits(row)))

export const select = (rows: readonly Row[], market: Market, asked: Profile, now: Date): Row[] =>
  fitting(
    rows.filter((row) => isOpen(row, now)),
    filtersOf(market, timely(asked), now),
  )

/** What nothing fits is refused before a price is named, with the input that leaves nothing and what there is in its place. */
export function refuseProfile(board: Board, asked: Profile, now: Date): void {
  let left = rowsOf(board).filter((row) => isOpen(row, now))
  // Of an empty board nothing can be told to be unknown, and who names nothing asks for nothing unknown.
  if (left.length === 0 || Object.values(asked).every((value) => value === undefined)) return
  for (const [name, fits] of filtersOf(board.market, timely(asked), now)) {
    const kept = left.filter(fits)
    if (kept.length === 0) throw unusable({ name, now }, String(asked[name] ?? 7), nothingLeft(left.length), namesOf(name, left))
    left = kept
  }
}

const nothingLeft = (open: number): string =>
  `leaves none of the ${open} open opportunities that fit the rest; ask for less, or for more posted_days`

function namesOf(name: keyof Profile, rows: readonly Row[]): string[] {
  const read: Partial<Record<keyof Profile, (row: Row) => string | null>> = {
    agency: ({ agency }) => agency,
    naics: ({ naics }) => naics,
    state: ({ place }) => place.state,
    set_aside: (row) => row.set_aside?.toLowerCase() ?? null,
  }
  return [...new Set(rows.flatMap((row) => read[name]?.(row) ?? []))]
}

export function mixOf({ readOn }: Board, now: Date) {
  const mix = composite(
    [
      part('sam_notices', 0.6, 1, readOn.sam, 2),
      part('grants', 0.15, 1, readOn.grants, 2),
      part('past_awards', 0.25, 1, readOn.awards, 3),
    ],
    now,
  )
  // The awards are a sample: the newest and the largest, never all of an industry's; and no notice names its own value.
  return { ...mix, confidence: Math.min(0.75, mix.confidence) }
}

const facetOf = (rows: readonly Row[], read: (row: Row) => string | null) =>
  [...Map.groupBy(rows, (row) => read(row) ?? 'none')]
    .map(([name, own]) => ({ name, n: own.length }))
    .sort(mostFirst('n', 'name'))
    .slice(0, 12)

export function tellOpportunities(board: Board, asked: Profile, now: Date) {
  const rows = rowsOf(board)
  const chosen = select(rows, board.market, asked, now)
  const today = now.toISOString().slice(0, 10)
  const alike = fitting(rows, filtersOf(board.market, { ...asked, posted_days: undefined, min_days_left: undefined }, now))
  const newestDay = newestDayOf(
    rows.map(({ posted_at }) => posted_at),
    today,
  )
  const weeks = newestWeeks(alike, ({ posted_at }) => posted_at, newestDay)
  const isKnown = weeks.newest.length + weeks.before.length > 0
  const score = isKnown ? 100 * lin(weeks.ratio, 0.5, 1.5) : 0
  const items = chosen
    .map((row) => ({ row, ...edgeOf(row, board.market, now) }))
    .sort((a, b) => b.edge - a.edge || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, asked.limit ?? 20)
    .map(({ row, edge, reasons, found }) => {
      const left = daysLeft(row.due_at, now)
      return {
        ...row,
        days_left: left === null ? null : Math.floor(left),
        est_value_usd: found?.pair.median_award_usd ?? null,
        est_basis:
          found === null
            ? null
            : `median of ${found.pair.awards} past awards by ${found.basis.replaceAll('_', ' ')}; a sample of the newest and largest`,
        edge,
        reasons,
        incumbents: found?.pair.incumbents ?? [],
        past_awards: found?.pair.recent ?? [],
      }
    })
  const mix = mixOf(board, now)
  return {
    mix: { ...mix, score },
    label: richness.of(score),
    total: chosen.length,
    profile: Object.fromEntries(
      Object.entries(asked)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
    items,
    facets: {
      agency: facetOf(chosen, ({ agency }) => agency),
      naics: facetOf(chosen, ({ naics }) => naics),
      set_aside: facetOf(chosen, ({ set_aside }) => set_aside),
      state: facetOf(chosen, ({ place }) => place.state),
    },
    summary: `${chosen.length} open opportunities fit (${richness.of(score)}); ${weeks.newest.length} new in the week to ${newestDay}, ${weeks.before.length} in the one before${items[0] === undefined ? '' : `; best edge ${items[0].edge}: ${items[0].title.slice(0, 70)}, due ${items[0].due_at?.slice(0, 10) ?? 'without a day'}`}.`,
  }
}

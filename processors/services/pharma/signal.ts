// How much is about to be decided on drugs: each event by its weight, how near and how surely dated it is.
import type { Catalyst } from '../../../ingestors/sources/fda-adcomm/topic.ts'
import { round } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'

export const density = ladder(['quiet', 'normal', 'busy', 'heavy'], [25, 50, 75])
const dayMs = 86_400_000
const nearDays = 45
const market = 6
const oneCompany = 1.5
const precisions = { day: 1, month: 0.7, quarter: 0.5 } as const

export const impactOf = ({ type, phase }: Pick<Catalyst, 'type' | 'phase'>): number =>
  type === 'pdufa' ? 1 : type === 'adcomm' ? 0.8 : type === 'crl' ? 0.7 : type === 'approval' ? 0.6 : phase === 3 ? 0.5 : 0.25

export const standings = ['scheduled', 'postponed', 'cancelled'] as const

/** The calendar keeps a meeting that is off under its old day, and says so before its name. */
export function standingOf({ detail }: Pick<Catalyst, 'detail'>): (typeof standings)[number] {
  const said = /^(postponed|cancell?ed)\b/i.exec(detail)?.[1]?.toLowerCase()
  return said === undefined ? 'scheduled' : said === 'postponed' ? 'postponed' : 'cancelled'
}

/** Trials and meetings lie ahead; letters, approvals and filings are past when they are known. */
export const isAhead = ({ type }: Pick<Catalyst, 'type'>): boolean => type === 'adcomm' || type === 'readout'

export const daysUntil = (date: string, now: Date): number =>
  Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)) / dayMs)

export const weightOf = (event: Catalyst, now: Date): number =>
  impactOf(event) *
  Math.exp(-Math.abs(daysUntil(event.date, now)) / nearDays) *
  (precisions[event.precision as keyof typeof precisions] ?? 0.5)

/** 0 to 100, against a usual load of the whole market or of one company. */
export const scoreOf = (events: readonly Catalyst[], now: Date, isOne: boolean): number =>
  100 * (1 - Math.exp(-events.reduce((sum, event) => sum + weightOf(event, now), 0) / (isOne ? oneCompany : market)))

/** Approvals less refusals over both, of 90 days; null where there was neither. */
export function skewOf(events: readonly Catalyst[], now: Date): number | null {
  const recent = events.filter(({ date }) => daysUntil(date, now) <= 0 && daysUntil(date, now) >= -90)
  const [yes, no] = [recent.filter(({ type }) => type === 'approval').length, recent.filter(({ type }) => type === 'crl').length]
  return yes + no === 0 ? null : round((yes - no) / (yes + no), 2)
}

const legal = new Set([
  'inc',
  'llc',
  'ltd',
  'corp',
  'co',
  'plc',
  'sa',
  'ag',
  'gmbh',
  'nv',
  'the',
  'company',
  'corporation',
  'limited',
  'incorporated',
])
/** The words that tell a company from another; none where there are only legal forms. */
export const companyKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !legal.has(word))
    .join(' ')

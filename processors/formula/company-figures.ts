// A company's reported figures as series: quarters out of years to date, four quarters as a year, and what stood on a day.
import type { Figure } from '../../ingestors/sources/sec-company/topic.ts'

export interface Dated {
  readonly end: string
  readonly value: number
}

const dayMs = 86_400_000
const daysOf = ({ start, end }: { readonly start: string; readonly end: string }): number =>
  (Date.parse(end) - Date.parse(start)) / dayMs
const near = (a: string, b: string, days: number): boolean => Math.abs(Date.parse(a) - Date.parse(b)) <= days * dayMs
const isQuarter = (days: number): boolean => days > 75 && days < 105
const isYear = (days: number): boolean => days > 345 && days < 380

type Span = Figure & { readonly start: string }

const spansOf = (figures: readonly Figure[] = []): Span[] => {
  const newest = new Map<string, Span>()
  for (const one of figures) {
    const known = newest.get(`${one.start} ${one.end}`)
    if (one.start !== null && (known === undefined || known.filed <= one.filed))
      newest.set(`${one.start} ${one.end}`, one as Span)
  }
  return [...newest.values()]
}

/** Oldest first. What no filing says alone is what a longer span has over a shorter one that began on the same day. */
export function quarterly(figures: readonly Figure[] | undefined): Dated[] {
  const spans = spansOf(figures)
  const quarters = new Map(spans.filter((one) => isQuarter(daysOf(one))).map(({ end, value }) => [end, value]))
  for (const long of spans) {
    if (quarters.has(long.end) || isQuarter(daysOf(long))) continue
    const before = spans.find((one) => near(one.start, long.start, 7) && isQuarter(daysOf({ start: one.end, end: long.end })))
    if (before !== undefined) quarters.set(long.end, long.value - before.value)
  }
  // A year less its first three quarters, where those were only told one by one.
  for (const year of spans.filter((one) => isYear(daysOf(one)) && !quarters.has(one.end))) {
    const inside = [...quarters].filter(([end]) => end > year.start && end < year.end)
    if (inside.length === 3) quarters.set(year.end, year.value - inside.reduce((sum, [, value]) => sum + value, 0))
  }
  return [...quarters].map(([end, value]) => ({ end, value })).sort((a, b) => (a.end < b.end ? -1 : 1))
}

/** Four quarters to each quarter's end, oldest first; the years alone of a company that tells only those. */
export function trailingYears(figures: readonly Figure[] | undefined): Dated[] {
  const quarters = quarterly(figures)
  const years = new Map(spansOf(figures).flatMap((one) => (isYear(daysOf(one)) ? [[one.end, one.value] as const] : [])))
  for (let i = 3; i < quarters.length; i++) {
    const four = quarters.slice(i - 3, i + 1)
    const isWhole = near(four[0]!.end, four[3]!.end, 290) && !near(four[0]!.end, four[3]!.end, 255)
    if (isWhole && !years.has(four[3]!.end))
      years.set(
        four[3]!.end,
        four.reduce((sum, { value }) => sum + value, 0),
      )
  }
  return [...years].map(([end, value]) => ({ end, value })).sort((a, b) => (a.end < b.end ? -1 : 1))
}

/** What stood on a day, oldest first; the newest filing of each day holds. */
export function standing(figures: readonly Figure[] = []): Dated[] {
  const held = new Map<string, Figure>()
  for (const one of figures) if (one.start === null && (held.get(one.end)?.filed ?? '') <= one.filed) held.set(one.end, one)
  return [...held.values()].map(({ end, value }) => ({ end, value })).sort((a, b) => (a.end < b.end ? -1 : 1))
}

/** The figure of about that day: reports of one date name it to the day, covers and 52-week years do not. */
export function at(list: readonly Dated[], end: string | undefined, slackDays = 20): number | null {
  if (end === undefined) return null
  return list.findLast((one) => near(one.end, end, slackDays))?.value ?? null
}

/** The newest growth over a year in percent, and by how many points it is above the one before; a base that is not positive has none. */
export function paceOf(quarters: readonly Dated[]): { readonly newest: number | null; readonly faster: number | null } {
  const growths = quarters.flatMap(({ end, value }) => {
    const before = quarters.find((one) => near(one.end, yearEarlier(end), 20))
    return before === undefined || before.value <= 0 ? [] : [100 * (value / before.value - 1)]
  })
  return { newest: growths.at(-1) ?? null, faster: growths.length < 2 ? null : growths.at(-1)! - growths.at(-2)! }
}

/** A year before that day, give or take the weeks of a year. */
export function yearEarlier(end: string): string {
  return new Date(Date.parse(end) - 365 * dayMs).toISOString().slice(0, 10)
}

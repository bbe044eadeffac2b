// Finds in a filing the day on which a company says that it will announce its results; what is not said plainly is not said.
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const dayMs = 86_400_000
const furthestDays = 75

// "will report its third quarter 2026 financial results on Thursday, November 5, 2026, after the market closes"
const sentence = new RegExp(
  '\\b(?:will|plans to|expects to|intends to|scheduled to|to)\\s+(?:report|release|announce|issue|publish)\\b' +
    '[^.;]{0,160}?\\b(?:results|earnings)\\b[^.;]{0,120}?\\bon\\s+' +
    '(?:(sun|mon|tues|wednes|thurs|fri|satur)day,?\\s+)?' +
    '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(20\\d\\d))?' +
    '([^.;]{0,80})',
  'gi',
)

export interface ToldDate {
  readonly date: string
  readonly session: 'pre_market' | 'after_hours' | null
}

/** `filed` is the day the filing came; null where none, or more than one, is named. */
export function findToldDate(filing: string, filed: string): ToldDate | null {
  const text = plainText(filing)
  const found = [...text.matchAll(sentence)].flatMap(([, weekday, month, day, year, rest]) => {
    const date = dateOf(filed, month!, Number(day), year === undefined ? null : Number(year))
    if (date === null || (weekday !== undefined && !weekday.toLowerCase().startsWith(weekdays[date.getUTCDay()]!))) return []
    const session = /before (?:the )?(?:\w+ )?(?:market|open)/i.test(rest!)
      ? ('pre_market' as const)
      : /after (?:the )?(?:\w+ )?(?:market|clos)/i.test(rest!)
        ? ('after_hours' as const)
        : null
    return [{ date: date.toISOString().slice(0, 10), session }]
  })
  const [first] = found
  if (first === undefined || found.some(({ date }) => date !== first.date)) return null
  return { date: first.date, session: found.find(({ session }) => session !== null)?.session ?? null }
}

// A year that is not named is the first in which the day is still to come.
function dateOf(filed: string, month: string, day: number, year: number | null): Date | null {
  const from = Date.parse(filed)
  const years = year === null ? [Number(filed.slice(0, 4)), Number(filed.slice(0, 4)) + 1] : [year]
  const dates = years.map((one) => new Date(Date.UTC(one, months.indexOf(month.slice(0, 3).toLowerCase()), day)))
  const isComing = (date: Date) => date.getTime() > from && date.getTime() <= from + furthestDays * dayMs
  return dates.find((date) => date.getUTCDate() === day && isComing(date)) ?? null
}

function plainText(filing: string): string {
  return filing
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
    .replaceAll(/&(?:nbsp|#160);/gi, ' ')
    .replaceAll(/&#(?:8217|146);|&rsquo;/gi, '’')
    .replaceAll(/\s+/g, ' ')
}

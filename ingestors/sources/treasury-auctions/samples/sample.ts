// Written by us in FiscalData's shape: bills every week, notes twice a month, an amount that is still "null".
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.fiscaldata.treasury.gov' || !url.pathname.endsWith('auctions_query')) return null
    const from = /announcemt_date:gte:([\d-]{10})/.exec(url.searchParams.get('filter') ?? '')?.[1]
    const data = []
    for (let day = dayNumber(new Date(from ?? now)); day < dayNumber(now); day++) {
      const weekday = dateOfDay(day).getUTCDay()
      if (weekday !== 2 && weekday !== 4) continue
      const row = (cusip: string, security_type: string, after: number, offering_amt: string) => ({
        cusip: `91279${cusip}${String(day % 1_000).padStart(3, '0')}`,
        security_type,
        announcemt_date: isoDate(dateOfDay(day)),
        issue_date: isoDate(dateOfDay(day + after)),
        offering_amt,
      })
      data.push(
        row('A', 'Bill', 7, '85000000000'),
        row('B', weekday === 2 ? 'Bill' : 'Note', 8, weekday === 2 ? '70000000000' : 'null'),
      )
    }
    return { type: 'application/json', body: JSON.stringify({ data, meta: { count: data.length }, links: {} }) }
  },
})

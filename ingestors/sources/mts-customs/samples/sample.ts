// Written by us in the shape of FiscalData: texts for every value, the newest month on the eighth working day of the next.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.fiscaldata.treasury.gov' || !url.pathname.endsWith('/mts_table_4')) return null
    const from = /record_date:gte:([\d-]+)/.exec(url.searchParams.get('filter') ?? '')?.[1] ?? '2015-01-01'
    const data: object[] = []
    for (let end = new Date(`${from.slice(0, 7)}-01T00:00:00Z`); ; end.setUTCMonth(end.getUTCMonth() + 1)) {
      const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0))
      if (now.getTime() - last.getTime() < 12 * 86_400_000) break
      if (isoDate(last) < from) continue
      const day = dayNumber(last)
      const net = 7.5e9 * 1.04 ** ((day - 20_000) / 365) * (1 + level('customs', day, 0, 0.25))
      data.push({ record_date: isoDate(last), classification_desc: 'Customs Duties', current_month_net_rcpt_amt: net.toFixed(2) })
    }
    const meta = { count: data.length, 'total-count': data.length, 'total-pages': 1 }
    return { type: 'application/json', body: JSON.stringify({ data, meta, links: {} }) }
  },
})

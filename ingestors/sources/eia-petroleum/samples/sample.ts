// Written by us in the interface's shape: figures and the total are texts, in no order within a week.
import { defineSample } from '../../../define.ts'
import { newestFriday, petroleumWeek } from '../../../samples/petroleum.ts'
import { dateOfDay, isoDate } from '../../../samples/walk.ts'
import { petroleumNames, petroleumSeries } from '../../../shapes/petroleum-weeks.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.eia.gov' || !url.pathname.startsWith('/v2/petroleum/')) return null
    const asked = new Set(url.searchParams.getAll('facets[series][]'))
    const start = url.searchParams.get('start') ?? ''
    const friday = newestFriday(now)
    const data = Array.from({ length: 313 }, (_, i) => friday - 7 * i).flatMap((day) =>
      petroleumNames.toReversed().flatMap((series) => {
        const { id } = petroleumSeries[series]
        const isStock = series.endsWith('_mmbbl')
        if (!asked.has(id) || isoDate(dateOfDay(day)) < start) return []
        const value = petroleumWeek(series, day)
        return [
          {
            period: isoDate(dateOfDay(day)),
            series: id,
            'series-description': `U.S. ${series}`,
            value: isStock ? String(Math.round(Number(value) * 1_000)) : value,
            units: isStock ? 'MBBL' : series.endsWith('_pct') ? '%' : 'MBBL/D',
          },
        ]
      }),
    )
    return {
      type: 'application/json',
      body: JSON.stringify({ response: { total: String(data.length), dateFormat: 'YYYY-MM-DD', frequency: 'weekly', data } }),
    }
  },
})

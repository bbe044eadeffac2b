// Written by us in the service's shape: fiscal months as texts, of which the first is October, months to come at zero.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.usaspending.gov' || url.pathname !== '/api/v2/search/spending_over_time/') return null
    const results = Array.from({ length: 36 }, (_, i) => {
      const first = new Date(Date.UTC(now.getUTCFullYear() - 3, 9 + i, 1))
      const fiscal = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 3, 1))
      const isSurge = first.getUTCMonth() === 8
      const amount = first > now ? 0 : Math.round(level('obligations', dayNumber(first), isSurge ? 1.1e11 : 5.4e10, 8e9))
      return {
        aggregated_amount: amount,
        time_period: { fiscal_year: String(fiscal.getUTCFullYear()), month: String(fiscal.getUTCMonth() + 1) },
      }
    })
    return { type: 'application/json', body: JSON.stringify({ group: 'month', results, messages: [] }) }
  },
})

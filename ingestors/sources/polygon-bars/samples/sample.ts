// Written by us in the vendor's shape; prices are walks.
import { defineSample } from '../../../define.ts'
import { dayNumber, level, noise, workdays } from '../../../samples/walk.ts'

const centres: Readonly<Record<string, number>> = { SPY: 590.12, AAPL: 231.4, MSFT: 417.9 }

export default defineSample({
  answer(url, now) {
    const [, ticker, from] = /^\/v2\/aggs\/ticker\/([A-Z.]+)\/range\/1\/day\/([\d-]+)\//.exec(url.pathname) ?? []
    if (url.hostname !== 'api.polygon.io' || ticker === undefined) return null
    const centre = centres[ticker]
    const days = centre === undefined ? [] : workdays(new Date(from!), new Date(now.getTime() - 86_400_000))
    const results = days.map((date) => {
      const day = dayNumber(date)
      const walk =
        1 + level('market', day, 0, 0.15) + level(ticker, day, 0, 0.2) + 0.008 * noise('market', day) + 0.01 * noise(ticker, day)
      const close = Math.round(100 * centre! * walk) / 100
      return {
        v: Math.round(4e7 * (1.2 + noise(`${ticker}/v`, day))),
        vw: close,
        o: close,
        c: close,
        h: close,
        l: close,
        t: date.getTime() + 5 * 3_600_000,
        n: 1,
      }
    })
    const counted = { ticker, queryCount: results.length, resultsCount: results.length, adjusted: true }
    return {
      type: 'application/json',
      body: JSON.stringify({ ...counted, ...(results.length > 0 ? { results } : {}), status: 'OK', request_id: 'sample' }),
    }
  },
})

// Written by us in the New York Fed's shape: one object a rate, fields that only some rates have, averages mixed in.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level, workdays } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'markets.newyorkfed.org' || !url.pathname.startsWith('/api/rates/')) return null
    const day = workdays(new Date(now.getTime() - 5 * 86_400_000), new Date(now.getTime() - 86_400_000)).at(-1)!
    const low = Math.max(0, Math.floor(level('short-rate', dayNumber(day), 3.4, 3) * 4) / 4)
    const rate = (type: string, above: number, volume: number, more: object = {}) => ({
      effectiveDate: isoDate(day),
      type,
      percentRate: Number((low + above).toFixed(2)),
      percentPercentile1: Number((low + above - 0.03).toFixed(2)),
      percentPercentile25: Number((low + above - 0.01).toFixed(2)),
      percentPercentile75: Number((low + above + 0.06).toFixed(2)),
      percentPercentile99: Number((low + above + 0.11).toFixed(2)),
      volumeInBillions: volume,
      revisionIndicator: '',
      ...more,
    })
    const refRates = [
      rate('EFFR', 0.08, 98, { targetRateFrom: low, targetRateTo: low + 0.25 }),
      rate('OBFR', 0.08, 231),
      rate('SOFR', 0.1, 2_412),
      rate('BGCR', 0.09, 940),
      rate('TGCR', 0.09, 911),
      {
        effectiveDate: isoDate(day),
        type: 'SOFRAI',
        average30day: low + 0.11,
        average90day: low + 0.13,
        average180day: low + 0.18,
        index: 1.19284711,
        revisionIndicator: '',
      },
    ]
    return { type: 'application/json', body: JSON.stringify({ refRates }) }
  },
})

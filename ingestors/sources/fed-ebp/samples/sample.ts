// Written by us in the Board's shape: monthly from January 1973 with M/D/YYYY dates, two months late.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.federalreserve.gov' || !url.pathname.endsWith('ebp_csv.csv')) return null
    const lines = ['date,gz_spread,ebp,est_prob']
    for (
      let month = new Date(Date.UTC(1973, 0, 1));
      month.getTime() < now.getTime() - 60 * 86_400_000;
      month.setUTCMonth(month.getUTCMonth() + 1)
    ) {
      const premium = level('ebp', dayNumber(month), 0.05, 0.8)
      const spread = Math.max(0.5, 1.8 + premium + level('gz', dayNumber(month), 0, 0.5))
      const odds = 1 / (1 + Math.exp(2 - 1.5 * premium))
      lines.push(
        `${month.getUTCMonth() + 1}/1/${month.getUTCFullYear()},${spread.toFixed(4)},${premium.toFixed(4)},${odds.toFixed(4)}`,
      )
    }
    return { type: 'text/csv', body: lines.join('\n') }
  },
})

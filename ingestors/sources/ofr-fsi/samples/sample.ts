// Written by us in the OFR's shape: daily from January 2000, two days late, now and then NA in a category.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level, noise, workdays } from '../../../samples/walk.ts'

const categories = { Credit: 0.9, 'Equity valuation': 0.5, 'Safe assets': 0.4, Funding: 0.5, Volatility: 0.8 }

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.financialresearch.gov') return null
    const names = Object.keys(categories)
    const lines = [`Date,OFR FSI,${names.join(',')},United States,Other advanced economies,Emerging markets`]
    for (const day of workdays(new Date(Date.UTC(2000, 0, 3)), new Date(now.getTime() - 2 * 86_400_000))) {
      const n = dayNumber(day)
      // Credit leans on the same wave as the bond premium, as the two do in the world.
      const parts = Object.entries(categories).map(([name, swing]) =>
        level(name === 'Credit' ? 'ebp' : `ofr/${name}`, n, -0.1, swing),
      )
      const total = parts.reduce((sum, part) => sum + part, 0)
      const cells = parts.map((part, i) => (i > 0 && noise('ofr-gap', n * 8 + i) > 0.999 ? 'NA' : part.toFixed(3)))
      lines.push(
        [
          isoDate(day),
          total.toFixed(3),
          ...cells,
          (total * 0.6).toFixed(3),
          (total * 0.3).toFixed(3),
          (total * 0.1).toFixed(3),
        ].join(','),
      )
    }
    return { type: 'text/csv', body: lines.join('\n') }
  },
})

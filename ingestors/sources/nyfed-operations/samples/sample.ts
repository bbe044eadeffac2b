// Written by us in the New York Fed's shape: dollars as numbers, two repo operations a day, now and then an exercise or a term one.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level, noise, workdays } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'markets.newyorkfed.org' || !url.pathname.startsWith('/api/rp/')) return null
    const operations = workdays(new Date(now.getTime() - 15 * 86_400_000), new Date(now.getTime() - 86_400_000))
      .reverse()
      .flatMap((day, i) => {
        const n = dayNumber(day)
        const [year, month, date] = isoDate(day).split('-')
        const one = (number: number, operationType: string, totalAmtAccepted: number, more: object = {}) => ({
          operationId: `${operationType === 'Repo' ? 'RP' : 'RV'} ${month}${date}${year!.slice(2)} ${number}`,
          operationDate: isoDate(day),
          operationType,
          term: 'Overnight',
          totalAmtAccepted,
          ...more,
        })
        const taken = Math.round(Math.max(0, level('fred/RRPONTSYD', n, 6, 20)) * 1e9)
        return [
          one(1, 'Reverse Repo', taken),
          one(1, 'Repo', noise('srf', n) > 0.8 ? 2_500_000_000 : 0),
          one(2, 'Repo', 0),
          ...(i === 5 ? [one(3, 'Repo', 25_000_000, { note: 'Small value exercise' })] : []),
        ]
      })
    return { type: 'application/json', body: JSON.stringify({ repo: { operations } }) }
  },
})

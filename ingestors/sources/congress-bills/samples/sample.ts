// Written by us in Congress.gov's shape; no such bill exists.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, noise } from '../../../samples/walk.ts'

const subjects = ['energy', 'defense appropriations', 'health care', 'trade', 'banking', 'transportation']
const shown = 200

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.congress.gov' || url.pathname !== '/v3/bill') return null
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const bills = Array.from({ length: offset > 0 ? 0 : shown }, (_, i) => {
      // A bill a day, the same whenever it is asked about.
      const day = dayNumber(now) - 1 - i
      const isHouse = noise('chamber', day) > 0
      const date = isoDate(dateOfDay(day))
      return {
        congress: 119,
        latestAction: {
          actionDate: date,
          text: day % 7 === 0 ? 'Became Public Law.' : day % 3 === 0 ? 'Passed House.' : 'Referred to a committee.',
        },
        number: String(1_000 + (day % 4_000)),
        originChamber: isHouse ? 'House' : 'Senate',
        originChamberCode: isHouse ? 'H' : 'S',
        title: `A sample bill about ${subjects[day % subjects.length]}`,
        type: isHouse ? 'HR' : 'S',
        updateDate: date,
        url: 'https://api.congress.gov/v3/bill/119/hr/1?format=json',
      }
    })
    return {
      type: 'application/json',
      body: JSON.stringify({ bills, pagination: { count: bills.length }, request: { format: 'json' } }),
    }
  },
})

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
      const isHouse = noise('chamber', i) > 0
      const date = isoDate(dateOfDay(dayNumber(now) - 1 - i))
      return {
        congress: 119,
        latestAction: {
          actionDate: date,
          text: i % 7 === 0 ? 'Became Public Law.' : i % 3 === 0 ? 'Passed House.' : 'Referred to a committee.',
        },
        number: String(1_000 + ((dayNumber(now) - i) % 4_000)),
        originChamber: isHouse ? 'House' : 'Senate',
        originChamberCode: isHouse ? 'H' : 'S',
        title: `A sample bill about ${subjects[i % subjects.length]}`,
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

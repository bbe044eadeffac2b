// Written by us in the search's shape: days month first, an empty text where a grant has no end.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.grants.gov' || url.pathname !== '/v1/api/search2') return null
    const written = (day: number) =>
      dateOfDay(day)
        .toISOString()
        .replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1')
    const today = dayNumber(now)
    const oppHits = Array.from({ length: 24 }, (_, i) => ({
      id: String(360_100 + i),
      number: `SAMPLE-26-${i}`,
      title: `A sample programme ${i} for research in ${i % 2 === 0 ? 'materials &amp; processes' : 'rural health'}`,
      agency: i % 2 === 0 ? 'U.S. National Science Foundation' : 'Health Resources and Services Administration',
      openDate: written(today - 2 * i - 1),
      closeDate: i % 6 === 0 ? '' : written(today + 20 + 3 * i),
      oppStatus: i % 8 === 7 ? 'forecasted' : 'posted',
      cfdaList: ['47.075'],
    }))
    return {
      type: 'application/json',
      body: JSON.stringify({ errorcode: 0, msg: 'Webservice Succeeds', data: { hitCount: oppHits.length, oppHits } }),
    }
  },
})

// Written by us in the service's shape: the newest week first, each degree with the worse ones in it, names in small letters.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'usdmdataservices.unl.edu') return null
    const year = Number(url.searchParams.get('startdate')?.slice(-4))
    const weeks: object[] = []
    for (let day = dayNumber(new Date(Date.UTC(year, 0, 1))); day <= dayNumber(new Date(Date.UTC(year, 11, 31))); day++) {
      const date = dateOfDay(day)
      // Tuesday's map is told on Thursday.
      if (date.getUTCDay() !== 2 || day > dayNumber(now) - 2) continue
      const d1 = level('drought', day * 3, 30, 18)
      const at = (share: number) => Number(Math.max(0, d1 * share).toFixed(2))
      const time = (days: number, clock: string) => `${isoDate(dateOfDay(day + days))}T${clock}`
      weeks.unshift({
        mapDate: time(0, '00:00:00'),
        areaOfInterest: 'Total',
        none: Number((100 - d1 * 1.4).toFixed(2)),
        d0: at(1.4),
        d1: at(1),
        d2: at(0.5),
        d3: at(0.2),
        d4: at(0.05),
        validStart: time(0, '00:00:00'),
        validEnd: time(6, '23:59:59'),
        statisticFormatID: 1,
      })
    }
    return { type: 'application/json', body: JSON.stringify(weeks) }
  },
})

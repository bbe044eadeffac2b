// Written by us in the text's shape: blanks before and between the columns, the last three months that are over.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const seasons = ['DJF', 'JFM', 'FMA', 'MAM', 'AMJ', 'MJJ', 'JJA', 'JAS', 'ASO', 'SON', 'OND', 'NDJ']
const years = 12

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.cpc.ncep.noaa.gov') return null
    // The middle month of the newest three is two before this one; told in its first week.
    const count = years * 12 + now.getUTCMonth() - (now.getUTCDate() < 6 ? 2 : 1)
    const rows = Array.from({ length: count }, (_, i) => {
      const middle = new Date(Date.UTC(now.getUTCFullYear() - years, i, 1))
      const anomaly = level('enso', dayNumber(middle) * 2, 0, 1.6)
      return `  ${seasons[middle.getUTCMonth()]} ${middle.getUTCFullYear()}  ${(27 + anomaly).toFixed(2)}  ${anomaly.toFixed(2).padStart(5)}`
    })
    return { type: 'text/plain', body: `${[' SEAS  YR   TOTAL   ANOM', ...rows].join('\n')}\n` }
  },
})

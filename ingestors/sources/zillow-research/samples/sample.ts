// Written by us in the files' shape: a row an area, first the country, a column the last day of each month, empty where nothing was told.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level } from '../../../samples/walk.ts'

const areas = [
  [102001, 'United States', 'country', '', 365_000, 1_990],
  [394913, 'New York, NY', 'msa', 'NY', 690_000, 3_300],
  [753899, 'Los Angeles, CA', 'msa', 'CA', 960_000, 2_950],
  [394463, 'Chicago, IL', 'msa', 'IL', 335_000, 2_050],
  [394355, 'Austin, TX', 'msa', 'TX', 440_000, 1_750],
] as const
const months = 30

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'files.zillowstatic.com') return null
    const isRent = url.pathname.includes('/zori/')
    const days = Array.from(
      { length: months },
      (_, i) =>
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1 - i) - (now.getUTCDate() < 16 ? 1 : 0), 0)),
    )
    const header = ['RegionID', 'SizeRank', 'RegionName', 'RegionType', 'StateName', ...days.map(isoDate)].join(',')
    const rows = areas.map(([id, name, type, state, value, rent], rank) => {
      const centre = isRent ? rent : value
      const cells = days.map((day, i) => {
        if (i === 0 && type === 'msa') return ''
        return String(centre * 1.03 ** ((dayNumber(day) - 20_000) / 365) * (1 + level(`zillow/${id}`, dayNumber(day), 0, 0.05)))
      })
      return [id, rank, name.includes(',') ? `"${name}"` : name, type, state, ...cells].join(',')
    })
    return { type: 'text/csv', body: `${[header, ...rows].join('\n')}\n` }
  },
})

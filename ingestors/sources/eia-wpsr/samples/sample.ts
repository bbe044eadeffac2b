// Written by us in the files' shape: six columns of which two are averages under dates that were there before, numbered rows, thousands commas.
import { defineSample } from '../../../define.ts'
import { newestFriday, petroleumWeek } from '../../../samples/petroleum.ts'
import { dateOfDay, isoDate } from '../../../samples/walk.ts'
import { petroleumNames, petroleumSeries } from '../../../shapes/petroleum-weeks.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'ir.eia.gov') return null
    const friday = newestFriday(now)
    if (url.pathname === '/wpsr/psw00.json') return { type: 'application/json', body: JSON.stringify(history(friday)) }
    if (url.pathname !== '/wpsr/table9.csv') return null
    const shown = [0, 7, 364, 728, 0, 364].map((back) => {
      const [year, month, day] = isoDate(dateOfDay(friday - back)).split('-')
      return `"${Number(month)}/${Number(day)}/${year!.slice(2)}"`
    })
    const rows = petroleumNames.map((series, i) => {
      const cells = [0, 7, 364, 728, 0, 364].map((back) => `"${grouped(petroleumWeek(series, friday - back))}"`)
      const parts = petroleumSeries[series].row.split('/')
      const [section, name] = [parts[0]!, parts.slice(1).join('/')]
      return [`"${section} "`, `"${i < 2 ? `(${i + 1})     ` : ''}${name}"`, ...cells].join()
    })
    const other = '"Stocks (Million Barrels)","East Coast (PADD 1)","\uFFFD","8.1","8.0","7.9","8.2","8.0"'
    return { type: 'text/csv', body: `${['"STUB_1"', '"STUB_2"', ...shown].join()}\n${[...rows, other].join('\n')}\n` }
  },
})

const grouped = (text: string): string => text.replace(/\B(?=(\d{3})+$)/g, ',')

function history(friday: number) {
  const time_series = Array.from({ length: 313 }, (_, i) => {
    const day = friday - 7 * (312 - i)
    return {
      date: isoDate(dateOfDay(day)),
      value: Math.round(Number(petroleumWeek('crude_stocks_mmbbl', day)) * 1_000),
      suppression_flag: null,
    }
  })
  return {
    metadata: {
      source: 'U.S. Energy Information Administration',
      release_name: 'Weekly Petroleum Status Report',
      periodicity: 'Weekly',
    },
    data: { 'U.S.': { sourcekey: 'WCESTUS1', units: 'thousand barrels', time_series } },
  }
}

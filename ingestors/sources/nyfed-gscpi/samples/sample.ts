// Written by us in the matrix's shape: month ends as DD-Mon-YYYY, three vintages, #N/A where a vintage did not reach yet.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.newyorkfed.org' || !url.pathname.endsWith('gscpi_interactive_data.csv')) return null
    const ends: Date[] = []
    for (let i = 9; ; i++) {
      const end = new Date(Date.UTC(1997, i, 0))
      if (end.getTime() > now.getTime() - 8 * 86_400_000) break
      ends.push(end)
    }
    const vintages = ends.slice(-3).map((end) => `${names[end.getUTCMonth()]}-${String(end.getUTCFullYear()).slice(2)}`)
    const lines = ends.map((end, i) => {
      const cells = vintages.map((_, column) => {
        const isKnown = i < ends.length - (vintages.length - 1 - column)
        return isKnown ? (level('gscpi', dayNumber(end), 0.2, 1.4) + column * 0.01).toFixed(2) : '#N/A'
      })
      const day = `${end.getUTCDate()}-${names[end.getUTCMonth()]}-${end.getUTCFullYear()}`
      return [day, ...cells].join(',')
    })
    return { type: 'text/csv', body: `${[['Date', ...vintages].join(','), ...lines].join('\n')}\n` }
  },
})

// Written by us in the file's layout: a mark before everything, a title, the base, the header, an empty row, then the months.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const years = 14

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.fao.org') return null
    const count = years * 12 + now.getUTCMonth() - (now.getUTCDate() < 8 ? 1 : 0)
    const rows = Array.from({ length: count }, (_, i) => {
      const month = new Date(Date.UTC(now.getUTCFullYear() - years, i, 1))
      const cells = ['food', 'meat', 'dairy', 'cereals', 'oils', 'sugar'].map((part) =>
        level(`fao/${part}`, dayNumber(month) * 2, 122, 22).toFixed(1),
      )
      return [`${names[month.getUTCMonth()]}-${String(month.getUTCFullYear()).slice(2)}`, ...cells].join(',')
    })
    const head = [
      '\uFEFFFAO Food Price Index,,,,,,',
      '2014-2016=100,,,,,,',
      'Date,Food Price Index,Meat,Dairy,Cereals,Oils,Sugar',
      ',,,,,,',
    ]
    return { type: 'text/csv', body: `${[...head, ...rows].join('\r\n')}\r\n` }
  },
})

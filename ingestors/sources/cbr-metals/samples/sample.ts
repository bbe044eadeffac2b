// Written by us in the bank's shape: four metals a day under their codes, a comma before decimals, days that begin with the day.
import { defineSample } from '../../../define.ts'
import { dayNumber, isoDate, level, workdays } from '../../../samples/walk.ts'

const ounceG = 31.1034768
const dollarRub = (day: number) => level('usd-rub', day, 88, 12)
// Dollars an ounce: gold, silver, platinum, palladium.
const dollars = [
  (day: number) => 2_600 * 1.12 ** ((day - 20_000) / 365) * (1 + level('gold', day, 0, 0.12)),
  (day: number) => 31 * 1.13 ** ((day - 20_000) / 365) * (1 + level('silver', day, 0, 0.2)),
  (day: number) => 1_000 * 1.06 ** ((day - 20_000) / 365) * (1 + level('platinum', day, 0, 0.18)),
  (day: number) => 1_050 * (1 + level('palladium', day, 0, 0.25)),
]
const written = (value: number) => value.toFixed(4).replace('.', ',')
const dotted = (date: Date) => isoDate(date).split('-').reverse().join('.')
const dayOf = (text: string | null) => new Date((text ?? '').split('/').reverse().join('-'))

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.cbr.ru') return null
    const [from, to] = [dayOf(url.searchParams.get('date_req1')), dayOf(url.searchParams.get('date_req2'))]
    if (Number.isNaN(from.getTime() + to.getTime())) return { status: 400, type: 'text/plain', body: 'Error in parameters' }
    const days = workdays(from, new Date(Math.min(to.getTime(), now.getTime())))
    const prolog = '<?xml version="1.0" encoding="windows-1251"?>'
    const range = (member: string) => `${member}="${dotted(from)}"`
    if (url.pathname.endsWith('/xml_metall.asp')) {
      const records = days.flatMap((day) =>
        dollars.map((usd, i) => {
          const price = written((usd(dayNumber(day)) / ounceG) * dollarRub(dayNumber(day)))
          return `<Record Date="${dotted(day)}" Code="${i + 1}"><Buy>${price}</Buy><Sell>${price}</Sell></Record>`
        }),
      )
      const head = `<Metall ${range('FromDate')} ToDate="${dotted(to)}" name="Precious metals quotations">`
      return { type: 'application/xml', body: `${prolog}${head}${records.join('')}</Metall>` }
    }
    const records = days.map((day) => {
      const rate = written(dollarRub(dayNumber(day)))
      return `<Record Date="${dotted(day)}" Id="R01235"><Nominal>1</Nominal><Value>${rate}</Value><VunitRate>${rate}</VunitRate></Record>`
    })
    const head = `<ValCurs ID="R01235" ${range('DateRange1')} DateRange2="${dotted(to)}" name="Foreign Currency Market Dynamic">`
    return { type: 'application/xml', body: `${prolog}${head}${records.join('')}</ValCurs>` }
  },
})

// Written by us in the shape of the Clerk's index; nobody in it is anybody.
import { defineSample } from '../../../define.ts'
import { archiveType, writeArchive } from '../../../samples/archive.ts'
import { dateOfDay, dayNumber } from '../../../samples/walk.ts'

const members: readonly (readonly [last: string, first: string, district: string])[] = [
  ['Sample', 'Ada B.', 'OH03'],
  ['Example', 'Carl', 'TX25'],
  ['Model', 'Dana', 'WY00'],
]
const everyDays = 9

export default defineSample({
  answer(url, now) {
    const [, name] = /^\/public_disc\/financial-pdfs\/(\d{4})FD\.zip$/.exec(url.pathname) ?? []
    if (url.hostname !== 'disclosures-clerk.house.gov' || name === undefined) return null
    const year = Number(name)
    const first = dayNumber(new Date(Date.UTC(year, 0, 10)))
    const last = Math.min(dayNumber(now) - 2, dayNumber(new Date(Date.UTC(year, 11, 20))))
    const filed = Array.from({ length: Math.max(0, Math.ceil((last - first) / everyDays)) }, (_, i) => {
      const day = dateOfDay(last - i * everyDays)
      const [family, given, district] = members[i % members.length]!
      const type = i % 7 === 3 ? 'X' : 'P'
      const date = `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${year}`
      const prefix = i % 2 === 0 ? '<Prefix>Hon.</Prefix>' : ''
      return `<Member>${prefix}<Last>${family}</Last><First>${given}</First><FilingType>${type}</FilingType><StateDst>${district}</StateDst><Year>${year}</Year><FilingDate>${date}</FilingDate><DocID>${20_030_000 + (year % 100) * 1_000 + i}</DocID></Member>`
    })
    const xml = `<?xml version="1.0" encoding="utf-8"?>\n<FinancialDisclosure>\n${filed.join('\n')}\n</FinancialDisclosure>\n`
    return { type: archiveType, body: writeArchive({ [`${year}FD.xml`]: xml }) }
  },
})

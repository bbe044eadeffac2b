// Written by us in the workbook's layout: title rows, years above January only, numbers of series in column A, five years and a half.
import { defineSample } from '../../../define.ts'
import type { Cell } from '../../../formats/xlsx.ts'
import { dayNumber, level } from '../../../samples/walk.ts'
import { workbookType, writeWorkbook } from '../../../samples/xlsx.ts'
import { outlookSheets } from '../series.ts'

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const national: Readonly<Record<string, number>> = {
  WTIPUUS: 68,
  BREPUUS: 72,
  NGHHUUS: 3.6,
  COPRPUS: 13.5,
  PAPRPAK: 0.43,
  PAPRPGLF: 1.95,
  NGPRPUS: 108,
  NGMPPUS: 118,
  TOPRNI: 0.44,
  TOPRWF: 0.1,
  TOPRAC: 0.12,
  SNGPRNI: 2.6,
  SNGPRWF: 2.4,
  SNGPRBN: 1.8,
}
const sizes: Readonly<Record<string, readonly number[]>> = {
  RIGS: [36, 30, 42, 38, 262, 110],
  NWD: [78, 68, 95, 32, 440, 150],
  NWC: [82, 72, 98, 34, 470, 160],
  DUCS: [760, 300, 340, 690, 880, 1_250],
  COPR: [0.16, 1.19, 1.12, 0.03, 6.5, 2.0],
  NGMP: [36, 3.4, 7.1, 15.5, 27.5, 15],
  CONW: [6, 70, 90, 1.2, 470, 90],
  CONWR: [0.165, 2.333, 2.14, 0.026, 1.79, 0.82],
  COEOP: [-5, -68, -88, -1, -460, -90],
  NGNWR: [24, 3, 7, 15, 3, 2],
}
const codes = ['AP', 'BK', 'EF', 'HA', 'PM', 'R48']

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.eia.gov' || url.pathname !== '/outlooks/steo/xls/STEO_m.xlsx') return null
    // Out on a Tuesday to Thursday of the second week: before that the one of last month stands there.
    const made = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCDate() < 8 ? 1 : 0), 3))
    const from = made.getUTCFullYear() - 4
    const count = 6 * 12
    const header: Cell[][] = [
      ['Table Energy Outlook', 'U.S. Energy Information Administration'],
      ['', ''],
      ['Forecast date:', null, ...Array.from({ length: count }, (_, i) => (i % 12 === 0 ? from + i / 12 : null))],
      [
        made.toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' }),
        null,
        ...Array.from({ length: count }, (_, i) => names[i % 12]!),
      ],
      [null, 'A section of the table'],
    ]
    const sheets = Object.fromEntries(
      Object.entries(outlookSheets).map(([sheet, series]) => [
        sheet,
        [
          ...header,
          ...series.map((id) => [
            id,
            `the series ${id}`,
            ...Array.from({ length: count }, (_, i) => figure(id, dayNumber(new Date(Date.UTC(from, i, 15))))),
          ]),
        ],
      ]),
    )
    return { type: workbookType, body: writeWorkbook(sheets) }
  },
})

function figure(id: string, day: number): number {
  const code = codes.find((one) => id.endsWith(one) && sizes[id.slice(0, -one.length)] !== undefined)
  const usual = code === undefined ? national[id]! : sizes[id.slice(0, -code.length)]![codes.indexOf(code)]!
  return Number(level(`steo/${id}`, day, usual, usual / 6).toPrecision(6))
}

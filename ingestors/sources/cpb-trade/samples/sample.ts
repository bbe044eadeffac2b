// Written by us in the workbook's layout: a title, months in the fourth row from the sixth column on, a code in the third column of each row.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'
import { workbookType, writeWorkbook } from '../../../samples/xlsx.ts'

const file = '/system/files/cpbmedia/CPB-World-trade-monitor-september-2026.xlsx'
const firstYear = 2000

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.cpb.nl') return null
    if (url.pathname !== file) {
      const link = `<a class="button-primary" download href="${file}">Download data</a>`
      return { type: 'text/html', body: `<!DOCTYPE html>\n<html><body><h1>World Trade Monitor</h1>${link}</body></html>` }
    }
    // Told about the 25th, two months late.
    const count = (now.getUTCFullYear() - firstYear) * 12 + now.getUTCMonth() - (now.getUTCDate() < 25 ? 2 : 1)
    const months = Array.from({ length: count }, (_, i) => new Date(Date.UTC(firstYear, i, 1)))
    const index = (name: string) =>
      months.map((month) => {
        const day = dayNumber(month)
        return 100 * 1.025 ** ((day - 18_800) / 365) * (1 + level(name, day * 3, 0, 0.03))
      })
    const head = [
      null,
      null,
      null,
      null,
      null,
      ...months.map((one) => `${one.getUTCFullYear()}m${String(one.getUTCMonth() + 1).padStart(2, '0')}`),
    ]
    const row = (name: string, code: string) => [null, name, code, null, null, ...index(code)]
    const sheet = [
      [null, 'CPB WORLD TRADE MONITOR'],
      [null, 'Merchandise world trade, fixed base 2021=100'],
      [],
      head,
      [],
      [null, 'Volumes, seasonally adjusted'],
      [],
      row('World trade', 'tgz_w1_qnmi_sn'),
      row('World imports', 'mgz_w1_qnmi_sn'),
      row('World trade, prices', 'tgz_w1_pdmi_sn'),
    ]
    return { type: workbookType, body: writeWorkbook({ trade_out: sheet, inpro_out: [[null, 'Industrial production']] }) }
  },
})

// Written by us in the workbook's layout: lines of its own, headings, units, then months written 2026M09; a mark where there is no price.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'
import { workbookType, writeWorkbook } from '../../../samples/xlsx.ts'

const page = '/en/research/commodity-markets'
const file = '/en/doc/74e8be41ceb20fa0da750cda2f6b9e4e-0050012026/related/CMO-Historical-Data-Monthly.xlsx'
const firstYear = 1998

type Price = (day: number) => number | null

const tonne = (name: string, centre: number, swing: number, growth: number): Price => {
  return (day) => Number((centre * (1 + growth) ** ((day - 20_000) / 365) * (1 + level(name, day, 0, swing))).toFixed(2))
}

const columns: readonly (readonly [heading: string, unit: string, price: Price])[] = [
  ['Crude oil, average', '($/bbl)', (day) => level('pink/oil', day, 74, 16)],
  ['Crude oil, Brent', '($/bbl)', (day) => level('pink/oil', day, 76, 16)],
  ['Coal, South African **', '($/mt)', (day) => (day < 12_000 ? null : level('pink/coal', day, 105, 30))],
  ['Natural gas, US', '($/mmbtu)', (day) => level('pink/gas', day, 3.2, 1.4)],
  ['Natural gas, Europe', '($/mmbtu)', (day) => level('pink/gas-eu', day, 11, 5)],
  ['Cocoa', '($/kg)', tonne('cocoa', 6.2, 0.3, 0.03)],
  ['Coffee, Arabica', '($/kg)', tonne('arabica', 7.1, 0.25, 0.04)],
  ['Coffee, Robusta', '($/kg)', tonne('robusta', 4.6, 0.25, 0.04)],
  ['Soybeans', '($/mt)', tonne('soybeans', 430, 0.15, 0)],
  ['Maize', '($/mt)', tonne('maize', 205, 0.15, 0)],
  ['Rice, Thai 5% ', '($/mt)', tonne('rice', 410, 0.18, 0)],
  ['Wheat, US SRW', '($/mt)', tonne('wheat-srw', 225, 0.15, 0)],
  ['Wheat, US HRW', '($/mt)', tonne('wheat', 250, 0.15, 0)],
  ['Sugar, world', '($/kg)', tonne('sugar', 0.38, 0.2, 0)],
  ['Cotton, A Index', '($/kg)', tonne('cotton', 1.72, 0.14, 0)],
  ['Aluminum', '($/mt)', tonne('aluminum', 2_450, 0.12, 0.01)],
  ['Iron ore, cfr spot', '($/dmtu)', tonne('iron', 105, 0.2, 0)],
  ['Copper', '($/mt)', tonne('copper', 9_400, 0.15, 0.02)],
  ['Lead', '($/mt)', tonne('lead', 2_050, 0.1, 0.01)],
  ['Tin', '($/mt)', tonne('tin', 33_000, 0.18, 0.01)],
  ['Nickel', '($/mt)', tonne('nickel', 16_000, 0.2, 0)],
  ['Zinc', '($/mt)', tonne('zinc', 2_800, 0.14, 0.01)],
  ['Gold', '($/troy oz)', tonne('gold', 2_600, 0.12, 0.12)],
  ['Platinum', '($/troy oz)', tonne('platinum', 1_000, 0.18, 0.06)],
  ['Silver', '($/troy oz)', tonne('silver', 31, 0.2, 0.13)],
]

export default defineSample({
  answer(url, now) {
    if (url.hostname === 'www.worldbank.org' && url.pathname === page) {
      const link = `<a class="file" href="https://thedocs.worldbank.org${file}">Monthly prices</a>`
      return { type: 'text/html', body: `<!DOCTYPE html>\n<html><body><h1>Commodity Markets</h1>${link}</body></html>` }
    }
    if (url.hostname !== 'thedocs.worldbank.org') return null
    return { type: workbookType, body: writeWorkbook({ AFOSHEET: [['contents']], 'Monthly Prices': monthlyPrices(now) }) }
  },
})

function monthlyPrices(now: Date) {
  // Last month's averages come out on the second working day.
  const months = (now.getUTCFullYear() - firstYear) * 12 + now.getUTCMonth() - (now.getUTCDate() < 5 ? 1 : 0)
  const rows = Array.from({ length: months }, (_, i) => {
    const [year, month] = [firstYear + Math.floor(i / 12), i % 12]
    const day = dayNumber(new Date(Date.UTC(year, month, 15)))
    return [`${year}M${String(month + 1).padStart(2, '0')}`, ...columns.map(([, , price]) => price(day) ?? '…')]
  })
  return [
    ['World Bank Commodity Price Data (The Pink Sheet)'],
    ['monthly prices in nominal US dollars, 1960 to present'],
    ['(monthly series are available only in nominal US dollar terms)'],
    [`Updated on ${now.toISOString().slice(0, 10)}`],
    [null, ...columns.map(([heading]) => heading)],
    [null, ...columns.map(([, unit]) => unit)],
    ...rows,
  ]
}

// The failed deliveries of the demo world in the SEC's own layout: half-months, their page, two trailer lines each. Prices are walks.

import type { SampleAnswer } from '../define.ts'
import { archiveType, writeArchive } from '../samples/archive.ts'
import { dateOfDay, dayNumber, level, noise, workdays } from '../samples/walk.ts'

const page = '/data-research/sec-markets-data/fails-deliver-data'
const folder = '/files/data/fails-deliver-data'
const header = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE'
const rows: readonly (readonly [cusip: string, symbol: string, description: string, price: string])[] = [
  ['037833100', 'AAPL', 'APPLE INC;COM NPV', '231.40'],
  ['594918104', 'MSFT', 'MICROSOFT CORP;COM', '417.90'],
  ['78462F103', 'SPY', 'SPDR S&P 500 ETF TRUST', '590.12'],
  ['37636G108', 'GZMO', 'GIZMOTRONIX INC (NEW | CLASS)', '24.80'],
  ['74836Q206', 'QXTB', 'QUEXTRON CORP CL B', '.'],
  ['922908769', 'VTI', 'VANGUARD TOTAL STOCK MARKET', '300.00'],
  ['000375204', 'ABBNY', 'ABB LTD SPON ADR', '55.00'],
]
const halvesShown = 14
const lagDays = 16
const dayMs = 86_400_000

interface Half {
  readonly name: string
  readonly from: Date
  readonly to: Date
}

/** The half-months that are out, the newest first. */
function halvesUntil(now: Date): Half[] {
  const newest = now.getUTCFullYear() * 12 + now.getUTCMonth()
  return Array.from({ length: halvesShown }, (_, i) => newest - i)
    .flatMap((month) => {
      const [year, index] = [Math.floor(month / 12), month % 12]
      const name = `cnsfails${year}${String(index + 1).padStart(2, '0')}`
      const day = (of: number) => new Date(Date.UTC(year, index, of))
      return [
        { name: `${name}b`, from: day(16), to: new Date(Date.UTC(year, index + 1, 0)) },
        { name: `${name}a`, from: day(1), to: day(15) },
      ]
    })
    .filter(({ to }) => to.getTime() + lagDays * dayMs <= now.getTime())
    .slice(0, halvesShown)
}

export function failsAnswer(url: URL, now: Date): SampleAnswer | null {
  if (url.hostname !== 'www.sec.gov') return null
  const halves = halvesUntil(now)
  if (url.pathname === page) {
    const links = halves.map(({ name }) => `<td><a href="${folder}/${name}.zip">${name}</a></td>`)
    return {
      type: 'text/html',
      body: `<!DOCTYPE html><html><body>\n<table><tr>${links.join('</tr>\n<tr>')}</tr></table></body></html>\n`,
    }
  }
  const half = halves.find(({ name }) => url.pathname === `${folder}/${name}.zip`)
  if (half === undefined) return null
  const lines = workdays(half.from, half.to).flatMap((date) => rows.map((row) => lineOf(row, dayNumber(date))))
  const trailer = [`Trailer record count ${lines.length}`, 'Trailer total quantity of shares 7021']
  return { type: archiveType, body: writeArchive({ [`${half.name}.txt`]: `${[header, ...lines, ...trailer].join('\r\n')}\r\n` }) }
}

// Prices move with one market and each by itself.
function lineOf([cusip, symbol, description, centre]: (typeof rows)[number], day: number): string {
  const walk =
    1 + level('market', day, 0, 0.15) + level(symbol, day, 0, 0.2) + 0.008 * noise('market', day) + 0.01 * noise(symbol, day)
  const price = centre === '.' ? '.' : (Number(centre) * walk).toFixed(2)
  const fails = Math.round(1_000 + 40_000 * Math.abs(noise(`${symbol}/fails`, day)))
  return `${dateOfDay(day).toISOString().slice(0, 10).replaceAll('-', '')}|${cusip}|${symbol}|${fails}|${description}|${price}`
}

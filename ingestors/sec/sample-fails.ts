// The failed deliveries of the demo world in the SEC's own layout: two half-months, their page, two trailer lines each.

import type { SampleAnswer } from '../define.ts'
import { archiveType, writeArchive } from '../samples/archive.ts'

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

export function failsAnswer(url: URL, now: Date): SampleAnswer | null {
  if (url.hostname !== 'www.sec.gov') return null
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7).replace('-', '')
  const names = [`cnsfails${month}b`, `cnsfails${month}a`]
  if (url.pathname === page) {
    const links = names.map((name) => `<td><a href="${folder}/${name}.zip">${name}</a></td>`)
    return {
      type: 'text/html',
      body: `<!DOCTYPE html><html><body>\n<table><tr>${links.join('</tr>\n<tr>')}</tr></table></body></html>\n`,
    }
  }
  const name = names.find((one) => url.pathname === `${folder}/${one}.zip`)
  if (name === undefined) return null
  const lines = rows.map(
    ([cusip, symbol, description, price], i) =>
      `${month}${name.endsWith('a') ? '0' : '2'}${(i % 8) + 1}|${cusip}|${symbol}|${1_000 + i}|${description}|${price}`,
  )
  const trailer = [`Trailer record count ${rows.length}`, 'Trailer total quantity of shares 7021']
  return { type: archiveType, body: writeArchive({ [`${name}.txt`]: `${[header, ...lines, ...trailer].join('\r\n')}\r\n` }) }
}

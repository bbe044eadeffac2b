// Written by us in the clearing house's shape; every contract is made up.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, noise } from '../../../samples/walk.ts'

const centres: Readonly<Record<string, number>> = { AAPL: 230, SPY: 590, MSFT: 420 }

export default defineSample({
  answer(url, now) {
    const symbol = url.searchParams.get('symbol') ?? ''
    if (url.hostname !== 'marketdata.theocc.com') return null
    const centre = centres[symbol]
    if (url.pathname === '/series-search')
      return {
        type: 'text/plain',
        body: centre === undefined ? `No record(s) found for ${symbol}\n` : seriesOf(symbol, centre, now),
      }
    return { type: 'text/csv', body: volumeOf(symbol, centre, url.searchParams.get('reportDate') ?? '') }
  },
})

function seriesOf(symbol: string, centre: number, now: Date): string {
  const friday = dayNumber(now) + ((5 - now.getUTCDay() + 7) % 7) + 7
  const lines = [0, 1, 2, 4, 8].flatMap((weeks) => {
    const expiry = dateOfDay(friday + 7 * weeks)
      .toISOString()
      .slice(0, 10)
    return Array.from({ length: 9 }, (_, i) => {
      const strike = Math.round(centre * (0.88 + 0.03 * i))
      const open = (side: string, lean: number) =>
        Math.round(4_000 * (1 + lean * (i - 4)) * (1.1 + noise(`${symbol}${side}${expiry}`, i)))
      const [year, month, day] = expiry.split('-')
      return [`${symbol}   `, '', year, month, day, strike, '000', 'C P ', open('c', 0.1), open('p', -0.1), 25_000_000].join('\t')
    })
  })
  const head = [
    `Series Search Results for ${symbol}`,
    'Products for this underlying symbol are traded on: CBOE',
    '\t\tSeries/contract\t\tStrike\t\t\tOpen Interest',
    'ProductSymbol\tyear\tMonth\tDay\tInteger\tDec\tC/P\tCall\tPut\tPosition Limit',
  ]
  const changed = [`${symbol}1  `, '', '2027', '01', '15', '425', '000', 'C P ', 1_250, 1_250, 25_000_000].join('\t')
  return `${[...head, ...lines, changed].join('\n')}\n`
}

function volumeOf(symbol: string, centre: number | undefined, date: string): string {
  const header = 'quantity,underlying,symbol,actype,porc,exchange,actdate'
  if (centre === undefined) return `${header}\n`
  const day = `${date.slice(4, 6)}/${date.slice(6)}/${date.slice(0, 4)}`
  const rows = ['C', 'F', 'M'].flatMap((account) =>
    ['C', 'P'].flatMap((side) =>
      ['CBOE', 'ISE'].map((exchange) => {
        const quantity = Math.round(
          60_000 * (side === 'C' ? 1.3 : 0.9) * (1 + 0.15 * noise(`${symbol}${account}${side}${exchange}`, Number(date))),
        )
        return `${quantity},${symbol},${symbol},${account},${side},${exchange},${day},`
      }),
    ),
  )
  return `${[header, `96,${symbol},2${symbol},M,C,ISE,${day},`, ...rows].join('\n')}\n`
}

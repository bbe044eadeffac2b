// Written by us in FINRA's shape: a pipe-separated file for each settlement day; every figure is made up.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'
import { settlementsUntil } from '../ingestor.ts'

const header =
  'accountingYearMonthNumber|symbolCode|issueName|issuerServicesGroupExchangeCode|marketClassCode|currentShortPositionQuantity|previousShortPositionQuantity|stockSplitFlag|averageDailyVolumeQuantity|daysToCoverQuantity|revisionFlag|changePercent|changePreviousNumber|settlementDate'
const companies = [
  ['AAPL', 'Apple Inc. Common Stock', 'R', 'NNM', 110_000_000, 52_000_000],
  ['MSFT', 'Microsoft Corporation Common S', 'R', 'NNM', 60_000_000, 21_000_000],
  ['SPY', 'SPDR S&P 500 ETF Trust', 'E', 'ARCA', 130_000_000, 70_000_000],
  ['GZMO', 'Gizmotronix Inc. Common Stock', 'R', 'NNM', 9_000_000, 800_000],
  ['QXT.B', 'Quextron Corp. Class B', 'A', 'NYSE', 300_000, 90_000],
  ['AAALF', 'Aareal Bank AG AKT', 'S', 'OTC', 1_000, 0],
] as const

export default defineSample({
  answer(url, now) {
    const day = /^\/equity\/otcmarket\/biweekly\/shrt(\d{8})\.csv$/.exec(url.pathname)?.[1]
    if (url.hostname !== 'cdn.finra.org' || day === undefined) return null
    const settlement = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
    const days = settlementsUntil(now, 40)
    const at = days.indexOf(settlement)
    if (at === -1) return { status: 403, type: 'application/xml', body: '<Error><Code>AccessDenied</Code></Error>' }
    const shortOn = (symbol: string, centre: number, of: string) =>
      Math.round(centre * (1 + 0.2 * noise(symbol, Number(of.replaceAll('-', '')))))
    const lines = companies.map(([symbol, name, group, market, centre, volume]) => {
      const [short, before] = [shortOn(symbol, centre, settlement), shortOn(symbol, centre, days[at + 1] ?? settlement)]
      const cover = volume === 0 ? 999.99 : Math.max(1, short / volume)
      return [
        day,
        symbol,
        name,
        group,
        market,
        short,
        before,
        '',
        volume,
        cover.toFixed(2),
        '',
        (100 * (short / before - 1)).toFixed(2),
        short - before,
        settlement,
      ].join('|')
    })
    return { type: 'text/csv', body: `${[header, ...lines].join('\n')}\n` }
  },
})

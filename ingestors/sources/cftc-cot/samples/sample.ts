// Written by us in Socrata's shape: numbers as strings, a date with a time and no zone, one row a market and Tuesday.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, level, noise } from '../../../samples/walk.ts'
import { type Market, markets } from '../markets.ts'
import { releaseOf } from '../topic.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'publicreporting.cftc.gov') return null
    const from = /report_date_as_yyyy_mm_dd >= '([\d-]{10})/.exec(url.searchParams.get('$where') ?? '')?.[1]
    if (from === undefined) return { status: 400, type: 'application/json', body: '{"code":"query.soql","error":true}' }
    const dataset = /(\w{4}-\w{4})\.json$/.exec(url.pathname)?.[1]
    const rows = tuesdays(new Date(from), now).flatMap((day) =>
      markets
        .filter((market) => dataset === '6dca-aqww' || (market.group === 'physical') === (dataset === '72hh-3qpy'))
        .map((market) => ({
          report_date_as_yyyy_mm_dd: `${isoDate(dateOfDay(day))}T00:00:00.000`,
          cftc_contract_market_code: market.code,
          ...positions(market, day, dataset),
        })),
    )
    return { type: 'application/json', body: JSON.stringify(rows) }
  },
})

function tuesdays(from: Date, now: Date): number[] {
  const days: number[] = []
  for (let day = dayNumber(from); releaseOf(isoDate(dateOfDay(day))) <= now; day++)
    if (dateOfDay(day).getUTCDay() === 2) days.push(day)
  return days
}

function positions(market: Market, day: number, dataset: string | undefined): Record<string, string> {
  const { alias } = market
  const size = 50_000 * (1.5 + noise(`cot/${alias}`, 0)) * 4
  const interest = Math.round(size * (1 + level(`cot/${alias}/interest`, day, 0, 0.3)))
  const lean = level(`cot/${alias}/lean`, day, 0.05, 0.35)
  const text = (share: number) => String(Math.max(0, Math.round(interest * share)))
  const funds = (long: string, short: string) => ({ [long]: text(0.2 + lean / 3), [short]: text(0.2 - lean / 3) })
  if (dataset === '72hh-3qpy') return funds('m_money_positions_long_all', 'm_money_positions_short_all')
  if (dataset === 'gpe5-46if') return funds('lev_money_positions_long', 'lev_money_positions_short')
  return {
    open_interest_all: String(interest),
    noncomm_positions_long_all: text(0.3 + lean / 3),
    noncomm_positions_short_all: text(0.3 - lean / 3),
    comm_positions_long_all: text(0.45 - lean / 2.5),
    comm_positions_short_all: text(0.45 + lean / 2.5),
    nonrept_positions_long_all: text(0.1 + lean / 15),
    nonrept_positions_short_all: text(0.1 - lean / 15),
    conc_gross_le_4_tdr_long: (22 + 8 * lean).toFixed(1),
    conc_gross_le_4_tdr_short: (26 - 8 * lean).toFixed(1),
  }
}

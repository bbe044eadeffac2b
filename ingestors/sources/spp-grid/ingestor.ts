// Polls SPP's newest prices by place and its load against forecast, newest first with a week of empty rows still to come. Prices captured; the
// load documented by public readers of its columns.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, parseCsv, toNumber } from '../../formats/csv.ts'
import { fetchFeeds, mostFeedsAside, readFeed } from '../../shapes/grid-feeds.ts'
import { type GridState, seenState, withHourPrice } from '../../shapes/grid-state.ts'
import { sppGrid } from './topic.ts'

interface Raw {
  readonly prices?: string
  readonly load?: string
}

const base = 'https://portal.spp.org'
const hub = 'SPPSOUTH_HUB'
const hourMs = 3_600_000
// 23 where clocks go forward.
const fewestHours = 23

export default defineIngestor<GridState, Raw>({
  source: 'spp-grid',
  topic: sppGrid,
  schedule: '4-59/5 * * * *',
  grade: 'B',
  proof: 'documented',
  mostAside: mostFeedsAside,
  fetch: (context) => {
    const { http, signal } = context
    const ask = (path: string) => () => http.text(`${base}/${path}`, { expect: 'csv', signal })
    const asks = {
      prices: ask('file-browser-api/download/rtbm-lmp-by-location?path=%2FRTBM-LMP-SL-latestInterval.csv'),
      load: ask('chart-api/load-forecast/asFile'),
    }
    return fetchFeeds<Raw>(asks, context)
  },
  parse({ prices, load }, seenAt, setAside) {
    const day = readFeed('load', load, readDay, setAside)
    const price = readFeed('prices', prices, readPrice, setAside)
    const at = day?.at ?? price?.at
    if (at === undefined) return []
    const isCurrent = price !== null && Math.abs(price.at - at) < hourMs
    const state = {
      ...seenState(seenAt),
      region: 'SPP',
      at: new Date(at).toISOString(),
      ...day?.figures,
      price_usd_mwh: isCurrent ? price.usd : null,
      price_hub: isCurrent ? hub : null,
    }
    return withHourPrice(state, seenAt)
  },
})

function readPrice(feed: string) {
  const place = parseCsv(feed, ['GMTIntervalEnd', 'Settlement Location', 'LMP']).find((row) => row['Settlement Location'] === hub)
  return place === undefined ? null : { at: timeOf(place.GMTIntervalEnd), usd: toNumber(place.LMP) }
}

function readDay(feed: string) {
  const rows = parseCsv(feed, ['Interval', 'GMTIntervalEnd', 'STLF', 'MTLF', 'Actual Load'])
  const now = newestLoad(rows)
  const today = now.Interval!.slice(0, 10)
  const hours = rows.flatMap((row) => {
    const mw = toNumber(row.MTLF)
    return mw !== null && row.Interval!.startsWith(today) ? [{ at: timeOf(row.GMTIntervalEnd), mw }] : []
  })
  const peak = hours.length < fewestHours ? undefined : hours.toSorted((a, b) => b.mw - a.mw || a.at - b.at)[0]
  return {
    at: timeOf(now.GMTIntervalEnd),
    figures: {
      demand_mw: toNumber(now['Actual Load']),
      forecast_mw: toNumber(now.STLF) ?? toNumber(now.MTLF),
      peak_forecast_mw: peak?.mw ?? null,
      peak_at: peak === undefined ? null : new Date(peak.at).toISOString(),
    },
  }
}

function newestLoad(rows: readonly CsvRow[]): CsvRow {
  const measured = rows.filter((row) => toNumber(row['Actual Load']) !== null)
  const [newest] = measured.toSorted((a, b) => timeOf(b.GMTIntervalEnd) - timeOf(a.GMTIntervalEnd))
  if (newest === undefined) throw new TollgateError('upstream_changed', 'the load file has no load')
  return newest
}

// "03/31/2025 13:50:00"
function timeOf(stamp: string | undefined): number {
  const [, month, day, year, time] = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})/.exec(stamp ?? '') ?? []
  const at = time === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}T${time}:00Z`)
  if (Number.isNaN(at)) throw new TollgateError('upstream_changed', `${JSON.stringify(stamp?.slice(0, 30))} is not a time`)
  return at
}

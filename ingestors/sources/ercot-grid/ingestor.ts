// Polls three dashboards: the fuel mix, the load forecast against what came, and the reserve with the operator's own verdict.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type GridState, sumMix, unknownState } from '../../grid-state.ts'
import { ercotGrid } from './topic.ts'

interface Hour {
  readonly currentLoadForecast?: number
  readonly currentDayHsl?: number
  readonly systemLoad?: number
  readonly epoch: number
}

interface Raw {
  readonly mix: { readonly data?: Record<string, Record<string, Record<string, { gen: number }>>> }
  readonly load: { readonly currentDay?: { readonly data?: readonly Hour[] } }
  readonly reserve: { readonly current_condition?: { state?: string; prc_value?: string; condition_note?: string } }
}

const base = 'https://www.ercot.com/api/1/services/read/dashboards'

export default defineIngestor<GridState, Raw>({
  source: 'ercot-grid',
  topic: ercotGrid,
  schedule: '*/5 * * * *',
  grade: 'B',
  async fetch({ http, signal }) {
    const ask = (name: string) => http.json(`${base}/${name}.json`, { signal })
    return { mix: await ask('fuel-mix'), load: await ask('loadForecastVsActual'), reserve: await ask('daily-prc') } as Raw
  },
  parse({ mix, load, reserve }) {
    const stamps = Object.values(mix.data ?? {}).flatMap((day) => Object.entries(day))
    const newest = stamps
      .map(([stamp, fuels]) => ({ at: timeOf(stamp), fuels }))
      .sort((a, b) => a.at - b.at)
      .at(-1)
    if (newest === undefined || Number.isNaN(newest.at))
      throw new TollgateError('upstream_changed', 'the fuel mix has no interval')
    const fuels = Object.entries(newest.fuels).map(([name, { gen }]) => ({ name, mw: gen }))
    const hours = load.currentDay?.data ?? []
    const now = hours.find((hour) => hour.epoch >= newest.at) ?? hours.at(-1)
    const peak = hours.reduce<Hour | null>(
      (top, hour) => ((hour.currentLoadForecast ?? 0) > (top?.currentLoadForecast ?? 0) ? hour : top),
      null,
    )
    const condition = reserve.current_condition
    // What is generated, storage with its sign, is what is used: the ties to other grids are small and not in this file.
    const demand = fuels.reduce((sum, fuel) => sum + fuel.mw, 0)
    return [
      {
        ...unknownState,
        region: 'ERCOT',
        at: new Date(newest.at).toISOString(),
        demand_mw: Math.round(demand),
        forecast_mw: now?.currentLoadForecast ?? null,
        peak_forecast_mw: peak?.currentLoadForecast ?? null,
        peak_at: peak === null ? null : new Date(peak.epoch).toISOString(),
        available_mw: now?.currentDayHsl ?? null,
        // "6,341": text with a comma.
        reserve_mw: condition?.prc_value === undefined ? null : Number(condition.prc_value.replaceAll(',', '')),
        state: condition?.state ?? null,
        note: condition?.condition_note ?? null,
        mix: sumMix(fuels),
      },
    ]
  },
})

// "2025-10-09 06:44:56-0500"
const timeOf = (stamp: string): number => Date.parse(stamp.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))

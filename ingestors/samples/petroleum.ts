// The weekly petroleum balance of the demo world: one walk with its seasons, for the report's own files and for EIA's interface.
import type { PetroleumSeries } from '../shapes/petroleum-weeks.ts'
import { level } from './walk.ts'

const usual: Readonly<Record<PetroleumSeries, readonly [number, number]>> = {
  crude_stocks_mmbbl: [432, 24],
  cushing_mmbbl: [26, 5],
  spr_mmbbl: [400, 20],
  gasoline_mmbbl: [225, 12],
  distillate_mmbbl: [116, 10],
  jet_mmbbl: [42, 3],
  propane_mmbbl: [82, 18],
  production_kbd: [13_500, 260],
  refinery_input_kbd: [16_500, 600],
  utilisation_pct: [91, 4],
  crude_imports_kbd: [6_300, 500],
  crude_exports_kbd: [3_900, 500],
  demand_kbd: [20_600, 700],
  gasoline_demand_kbd: [8_850, 350],
  distillate_demand_kbd: [3_850, 250],
}

/** The Friday that the newest report before a moment ends with: it comes out on the Wednesday after. */
export function newestFriday(now: Date): number {
  const day = Math.floor((now.getTime() - 4.7 * 86_400_000) / 86_400_000)
  return day - ((day + 6) % 7)
}

export function petroleumWeek(series: PetroleumSeries, friday: number): string {
  const [centre, swing] = usual[series]
  const season = Math.sin((2 * Math.PI * friday) / 365.25) * swing * 0.3
  const value = level(`wpsr/${series}`, friday, centre, swing) + season
  return value.toFixed(series.endsWith('mmbbl') ? 3 : series.endsWith('pct') ? 1 : 0)
}

// The energy signal: how tight oil and gas are, told with stocks, prices and the official outlook.
import { changeOver, type EnergyInputs, weighEnergy } from '../../formula/energy-balance.ts'
import { nextEnergyReleases } from '../../formula/energy-releases.ts'
import { fiveYearPath } from '../../formula/five-year-path.ts'
import { isoDay, mean, minus, newestValue, type Point, type SeriesNamed, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'

export interface OutlookFigures {
  readonly read_in: string
  readonly figures: readonly { readonly month: string; readonly value: number }[]
}

export interface Inputs extends EnergyInputs, SeriesNamed<'brent' | 'spr' | 'gasoline' | 'distillate'> {
  readonly storage: readonly {
    readonly region: string
    readonly week: string
    readonly bcf: number
    readonly net_change_bcf: number | null
    readonly vs_5y_pct: number | null
    readonly vs_year_pct: number | null
  }[]
  readonly hubs: readonly {
    readonly region: string
    readonly date: string
    readonly power_usd_mwh: number | null
    readonly power_change_pct: number | null
    readonly spark_usd_mwh: number | null
  }[]
  readonly wtiOutlook: OutlookFigures | undefined
  readonly gasOutlook: OutlookFigures | undefined
}

export const tightness = ladder(['oversupplied', 'loose', 'balanced', 'tightening', 'tight'], [-50, -15, 15, 50])
const tradingMonth = 20

/** The mean of the three months of the quarter after the one it was read in; null where one of them is missing. */
export function nextQuarter(told: OutlookFigures | undefined): number | null {
  if (told === undefined) return null
  const [year, month] = told.read_in.split('-').map(Number) as [number, number]
  const first = Math.floor((month - 1) / 3) * 3 + 3
  const values = [0, 1, 2].flatMap((i) => {
    const at = new Date(Date.UTC(year, first + i, 1)).toISOString().slice(0, 7)
    return told.figures.find((one) => one.month === at)?.value ?? []
  })
  return values.length < 3 ? null : mean(values)
}

export function computeEnergy(inputs: Inputs, now: Date) {
  const { mix, parts, crude, daysOfSupply } = weighEnergy(inputs, now)
  const path = (points: readonly Point[]) => {
    const told = fiveYearPath(points)
    return {
      mmbbl: told?.value ?? null,
      wow_mmbbl: told?.change ?? null,
      vs_5y_pct: told?.vs_5y_pct ?? null,
      surprise_mmbbl: told?.surprise ?? null,
    }
  }
  const label = tightness.of(mix.score)
  const total = inputs.storage.find(({ region }) => region === 'total')
  const [wti, brent] = [newestValue(inputs.wti), newestValue(inputs.brent)]
  return {
    mix,
    label,
    regime: `oil ${word(parts[0]!.score)}, gas ${word(parts[1]!.score)}`,
    components: parts.map(({ id, weight, score }) => ({ name: id, weight, score })),
    oil: {
      wti_usd_bbl: wti,
      brent_usd_bbl: brent,
      brent_wti_usd_bbl: minus(brent, wti),
      price_date: isoDay(inputs.wti.at(-1)),
      change_1d_pct: changeOver(inputs.wti, 1),
      change_20d_pct: changeOver(inputs.wti, tradingMonth),
      crude: path(inputs.crudeStocks),
      gasoline: path(inputs.gasoline),
      distillate: path(inputs.distillate),
      spr_mmbbl: newestValue(inputs.spr),
      days_of_supply: daysOfSupply,
      refinery_input_kbd: newestValue(inputs.refineryInput),
      utilisation_pct: newestValue(inputs.utilisation),
      week_ending: isoDay(inputs.crudeStocks.at(-1)),
    },
    gas: {
      henry_hub_usd_mmbtu: newestValue(inputs.henryHub),
      price_date: isoDay(inputs.henryHub.at(-1)),
      change_20d_pct: changeOver(inputs.henryHub, tradingMonth),
      storage_bcf: total?.bcf ?? null,
      net_change_bcf: total?.net_change_bcf ?? null,
      vs_5y_pct: total?.vs_5y_pct ?? null,
      vs_year_pct: total?.vs_year_pct ?? null,
      regions: inputs.storage
        .filter(({ region }) => region !== 'total')
        .map(({ region, bcf, net_change_bcf, vs_5y_pct }) => ({ region, bcf, net_change_bcf, vs_5y_pct })),
      week_ending: total?.week ?? null,
    },
    power: {
      hubs: inputs.hubs.map(({ region, date, power_usd_mwh, power_change_pct, spark_usd_mwh }) => ({
        region,
        date,
        usd_mwh: power_usd_mwh,
        change_pct: power_change_pct,
        spark_usd_mwh,
      })),
    },
    outlook: {
      wti_next_q_usd_bbl: nextQuarter(inputs.wtiOutlook),
      henry_hub_next_q_usd_mmbtu: nextQuarter(inputs.gasOutlook),
      source_month: inputs.wtiOutlook?.read_in.slice(0, 7) ?? inputs.gasOutlook?.read_in.slice(0, 7) ?? null,
    },
    next_releases: nextEnergyReleases(now),
    summary:
      `US energy is ${label} (${Math.round(mix.score)}): crude stocks ${say(crude?.vs_5y_pct ?? null, 1, ' %')} against five years, ` +
      `gas storage ${say(total?.vs_5y_pct ?? null, 1, ' %')}; WTI ${say(wti, 2)} and Henry Hub ${say(newestValue(inputs.henryHub), 2)} USD.`,
  }
}

const word = (score: number | null): string =>
  score === null ? 'unknown' : score > 25 ? 'short of stocks' : score < -25 ? 'well stocked' : 'near its usual stocks'

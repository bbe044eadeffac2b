// One producing region: where its output, rigs and wells stand and head, what a new well must be paid, and what is leased.
import { clip, composite, part, ratio, round, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { economicsOf, type Well } from './economics.ts'
import { drillingCodes, type RegionTable, regions } from './regions.ts'

export interface Monthly {
  readonly month: string
  readonly value: number
}

export interface Told {
  readonly read_in: string
  readonly figures: readonly Monthly[]
}

/** By EIA's number of the series. */
export type Outlook = ReadonlyMap<string, Told>

export const momentum = ladder(['declining', 'softening', 'steady', 'growing', 'booming'], [-50, -15, 15, 50])

const maxAgeDays = 62

export function before(month: string, months: number): string {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, at - 1 - months, 1)).toISOString().slice(0, 7)
}

export const valueAt = (told: Told | undefined, month: string): number | null =>
  told?.figures.find((one) => one.month === month)?.value ?? null

export function changePct(told: Told | undefined, month: string, months: number): number | null {
  const [now, then] = [valueAt(told, month), valueAt(told, before(month, months))]
  return now === null || then === null || then <= 0 ? null : 100 * (now / then - 1)
}

/** The codes' series added up, where every one of them has the month. */
export function sumOf(outlook: Outlook, measure: string, codes: readonly string[]): Told | undefined {
  const parts = codes.flatMap((code) => outlook.get(`${measure}${code}`) ?? [])
  if (parts.length < codes.length || parts.length === 0) return undefined
  const figures = parts[0]!.figures.flatMap(({ month }) => {
    const values = parts.flatMap((part) => valueAt(part, month) ?? [])
    return values.length < parts.length ? [] : [{ month, value: values.reduce((sum, value) => sum + value, 0) }]
  })
  return { read_in: parts[0]!.read_in, figures }
}

export interface Prices {
  readonly wti: number | null
  readonly henryHub: number | null
  readonly price_date: string | null
}

export function readRegion(key: string, outlook: Outlook, prices: Prices, now: Date) {
  const table = regions[key]!
  const codes = table.code === undefined ? (key === 'us' ? [...drillingCodes] : []) : [table.code]
  const of = (measure: string) => (codes.length === 0 ? undefined : sumOf(outlook, measure, codes))
  const [oil, gas] = [table.oil, table.gas].map((id) => (id === undefined ? undefined : outlook.get(id)))
  const main = table.basis === 'oil' ? oil : gas
  const price = outlook.get(table.basis === 'oil' ? 'WTIPUUS' : 'NGHHUUS')
  const readIn = main?.read_in
  if (readIn === undefined) return null
  // The month it was made in is the first forecast one.
  const month = before(readIn.slice(0, 7), 1)
  const [rigs, drilled, completed, duc, newOil] = ['RIGS', 'NWD', 'NWC', 'DUCS', 'CONW'].map(of)
  const step = (value: number | null, full: number) => (value === null ? null : 100 * clip(value / full, -1, 1))
  const at = new Date(`${month}-28T00:00:00Z`)
  const ducChange = changePct(duc, month, 6)
  const mix = composite(
    [
      part('rigs', 0.35, step(changePct(rigs, month, 3), 10), at, maxAgeDays),
      part('output', 0.35, step(changePct(main, month, 3), 3), at, maxAgeDays),
      part('drilled_uncompleted', 0.15, ducChange === null ? null : step(-ducChange, 10), at, maxAgeDays),
      part('price', 0.15, step(changePct(price, month, 3), 20), at, maxAgeDays),
    ],
    now,
  )
  const [newWells, perRig] = [
    valueAt(completed, month),
    table.code === undefined ? null : valueAt(outlook.get(`CONWR${table.code}`), month),
  ]
  const well = wellOf(table, {
    month,
    outlook,
    newOil: valueAt(newOil, month),
    newWells,
    rigs: valueAt(rigs, month),
    oil: valueAt(oil, month),
    gas: valueAt(gas, month),
  })
  const decline = of('COEOP')
  return {
    key,
    table,
    month,
    mix,
    label: momentum.of(mix.score),
    weight: (valueAt(oil, month) ?? 0) + (valueAt(gas, month) ?? 0) / 6,
    output: {
      oil_mbd: valueAt(oil, month),
      gas_bcfd: valueAt(gas, month),
      m3_pct: changePct(main, month, 3),
      yoy_pct: changePct(main, month, 12),
      as_of_month: month,
    },
    rigs: { count: valueAt(rigs, month), m3_pct: changePct(rigs, month, 3), yoy_pct: changePct(rigs, month, 12) },
    wells: {
      drilled: valueAt(drilled, month),
      completed: newWells,
      drilled_yoy_pct: changePct(drilled, month, 12),
      duc: valueAt(duc, month),
      duc_6m_pct: ducChange,
      duc_months: ratio(valueAt(duc, month), newWells),
      completion_ratio: ratio(newWells, valueAt(drilled, month)),
    },
    productivity: {
      new_well_oil_per_rig_bd: perRig === null ? null : Math.abs(perRig) < leastBarrels ? perRig * 1e3 : perRig,
      new_well_output_kbd: inThousands(valueAt(newOil, month), valueAt(oil, month)),
      existing_decline_kbd: inThousands(valueAt(decline, month), valueAt(oil, month)),
    },
    well,
    economics:
      well === null || table.assumptions === undefined ? null : economicsOf(well, table.assumptions, prices.wti, prices.henryHub),
    forecast: horizon(main, oil, gas, rigs, readIn.slice(0, 7)),
    history: history(main, oil, gas, rigs, month),
    source_month: readIn.slice(0, 7),
  }
}

// New wells' output is given in thousand barrels a day beside output in millions; a layout with both in millions had it smaller than all.
const inBarrels = (value: number, oilMbd: number | null): number => (Math.abs(value) > (oilMbd ?? 0) ? value * 1e3 : value * 1e6)
const inThousands = (value: number | null, oilMbd: number | null): number | null =>
  value === null ? null : inBarrels(value, oilMbd) / 1e3
const leastBarrels = 20

interface Measures {
  readonly month: string
  readonly outlook: Outlook
  readonly newOil: number | null
  readonly newWells: number | null
  readonly rigs: number | null
  readonly oil: number | null
  readonly gas: number | null
}

// EIA gives what all new wells add, and per rig; gas of an oil well is taken at the region's own ratio.
function wellOf(table: RegionTable, { month, outlook, newOil, newWells, rigs, oil, gas }: Measures): Well | null {
  if (table.code === undefined || newWells === null || newWells <= 0) return null
  const perMmcf = valueAt(outlook.get(`NGNWR${table.code}`), month)
  const oilWell = newOil === null ? 0 : inBarrels(newOil, oil) / newWells
  if (table.basis === 'oil')
    return oilWell <= 0 || oil === null || oil <= 0
      ? null
      : { basis: 'oil', oil_bd: oilWell, gas_mcfd: (oilWell * (gas ?? 0)) / oil }
  return perMmcf === null || rigs === null
    ? null
    : { basis: 'gas', oil_bd: oilWell, gas_mcfd: (perMmcf * 1_000 * rigs) / newWells }
}

type Line = {
  readonly month: string
  readonly oil_mbd: number | null
  readonly gas_bcfd: number | null
  readonly rigs: number | null
}

const line = (month: string, oil: Told | undefined, gas: Told | undefined, rigs: Told | undefined): Line => ({
  month,
  oil_mbd: valueAt(oil, month),
  gas_bcfd: valueAt(gas, month),
  rigs: valueAt(rigs, month),
})

const horizon = (
  main: Told | undefined,
  oil: Told | undefined,
  gas: Told | undefined,
  rigs: Told | undefined,
  from: string,
): Line[] => (main?.figures ?? []).filter(({ month }) => month >= from).map(({ month }) => line(month, oil, gas, rigs))

const history = (
  main: Told | undefined,
  oil: Told | undefined,
  gas: Told | undefined,
  rigs: Told | undefined,
  until: string,
): Line[] =>
  (main?.figures ?? [])
    .filter(({ month }) => month <= until)
    .slice(-60)
    .map(({ month }) => line(month, oil, gas, rigs))

export type Region = NonNullable<ReturnType<typeof readRegion>>

type Measured = Pick<Region, 'wells' | 'rigs' | 'output' | 'productivity'>
type Economics = { readonly basis: 'oil' | 'gas'; readonly breakeven_price: number | null; readonly margin: number | null } | null

/** Sentences by rule, each with the figure it rests on. */
export function risksOf({ wells, rigs, output, productivity }: Measured, economics: Economics): string[] {
  const found: string[] = []
  if (rigs.m3_pct !== null && rigs.m3_pct <= -5) found.push(`Rigs fell ${round(-rigs.m3_pct, 1)} % in three months.`)
  if (wells.duc_months !== null && wells.duc_months < 2.5)
    found.push(`Drilled uncompleted wells last ${round(wells.duc_months, 1)} months of completions: little left to draw on.`)
  if (wells.completion_ratio !== null && wells.completion_ratio > 1.1)
    found.push(`${round(wells.completion_ratio, 2)} wells are completed for each one drilled: output is kept up from stock.`)
  if (output.yoy_pct !== null && output.yoy_pct < 0) found.push(`Output is ${round(-output.yoy_pct, 1)} % below a year ago.`)
  if (economics !== null && economics.margin !== null && economics.margin < 0)
    found.push(
      `A new well breaks even ${round(-economics.margin, 2)} ${unitOf(economics)} above ${economics.basis === 'oil' ? 'WTI' : 'Henry Hub'} under the stated assumptions.`,
    )
  if (
    productivity.existing_decline_kbd !== null &&
    productivity.new_well_output_kbd !== null &&
    -productivity.existing_decline_kbd > productivity.new_well_output_kbd
  )
    found.push('New wells add less than existing ones lose.')
  return found
}

const unitOf = ({ basis }: { readonly basis: 'oil' | 'gas' }): string => (basis === 'oil' ? 'USD a barrel' : 'USD per MMBtu')

interface Said extends Pick<Region, 'output' | 'rigs'> {
  readonly name: string
  readonly label: string
  readonly score: number
}

export const sayRegion = ({ name, label, score, output, rigs }: Said, economics: Economics): string =>
  `${name} is ${label} (${Math.round(score)}): ${say(output.oil_mbd, 2)} mb/d and ${say(output.gas_bcfd, 1)} Bcf/d in ${output.as_of_month}, ` +
  `output ${say(output.m3_pct, 1, ' %')} and rigs ${say(rigs.m3_pct, 1, ' %')} in three months${economics === null ? '' : `; a new well breaks even at ${say(economics.breakeven_price, 2)} ${unitOf(economics)}`}.`

// Cuts a region to what was asked and puts a caller's own assumptions in, and words what moved.
import { nextWeekly } from '../../../base/calendar/weekly-releases.ts'
import { nextEnergyReleases } from '../../formula/energy-releases.ts'
import { round } from '../../formula/index.ts'
import type { weeklyBalance } from './balance.ts'
import { economicsOf } from './economics.ts'
import { type Region, risksOf, sayRegion } from './region.ts'

interface RegionBody extends Pick<Region, 'output' | 'rigs' | 'wells' | 'productivity'> {
  readonly signal: { readonly label: string; readonly score: number }
  readonly name: string
  readonly history: readonly unknown[]
  readonly prices: { readonly wti_usd_bbl: number | null; readonly henry_hub_usd_mmbtu: number | null }
  readonly economics: (Omit<ReturnType<typeof economicsOf>, 'price'> & { readonly price: number | null }) | null
}

export function shapeRegion(
  body: RegionBody,
  input: {
    readonly months?: number
    readonly well_cost_usd_m?: number
    readonly royalty_pct?: number
    readonly opex_usd_boe?: number
  },
): object {
  const { months: shown = 24, well_cost_usd_m, royalty_pct, opex_usd_boe } = input
  const own = Object.fromEntries(
    Object.entries({ well_cost_usd_m, royalty_pct, opex_usd_boe }).filter(([, value]) => value !== undefined),
  )
  const cut = { ...body, history: body.history.slice(-shown) }
  if (body.economics === null || Object.keys(own).length === 0) return cut
  const { basis, first_month, assumptions } = body.economics
  const { initial_decline_monthly, decline_exponent, life_months, ...ours } = assumptions
  const again = economicsOf(
    { basis, ...first_month },
    { ...ours, ...own },
    body.prices.wti_usd_bbl,
    body.prices.henry_hub_usd_mmbtu,
  )
  const two = (value: number | null) => (value === null ? null : round(value, 2))
  // What is said is said of the caller's own well too.
  const { label, score } = body.signal
  return {
    ...cut,
    signal: { ...body.signal, summary: sayRegion({ ...body, label, score }, again).slice(0, 240) },
    risks: risksOf(body, again),
    economics: {
      ...again,
      eur_mboe: round(again.eur_mboe, 0),
      breakeven_price: two(again.breakeven_price),
      price: two(again.price),
      margin: two(again.margin),
      npv_usd_m: two(again.npv_usd_m),
      assumptions: { ...again.assumptions, initial_decline_monthly, decline_exponent, life_months },
    },
  }
}

const leastSurprise = 1

export function driversOf(balance: ReturnType<typeof weeklyBalance>, basins: readonly Region[]): string[] {
  const stocks = balance
    .flatMap(({ series: name, unit, surprise }) =>
      unit === 'mmbbl' && surprise !== null && Math.abs(surprise) >= leastSurprise ? [{ name, surprise }] : [],
    )
    .sort((a, b) => Math.abs(b.surprise) - Math.abs(a.surprise))
    .map(
      ({ name, surprise }) =>
        `${name.replace('_mmbbl', '').replace('_', ' ')}: ${round(Math.abs(surprise), 1)} mmbbl ${surprise > 0 ? 'more' : 'less'} than the week adds in five years`,
    )
  const rigs = basins
    .flatMap(({ table, rigs: { m3_pct } }) => (m3_pct !== null && Math.abs(m3_pct) >= 3 ? [{ name: table.name, m3_pct }] : []))
    .sort((a, b) => Math.abs(b.m3_pct) - Math.abs(a.m3_pct))
    .map(({ name, m3_pct }) => `${name} rigs ${m3_pct > 0 ? '+' : ''}${round(m3_pct, 1)} % in three months`)
  return [...stocks, ...rigs]
}

export function calendarOf(now: Date) {
  return [...nextEnergyReleases(now), { name: 'Baker Hughes rig count', date: nextWeekly('rig_count', now) }].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  )
}

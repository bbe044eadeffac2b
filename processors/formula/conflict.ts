// How intense armed conflict is in each country: verified deaths, what media report of it, and whether that rises. Shared by several services.
import { clip, round } from './index.ts'
import { mostFirst } from './lists.ts'

export interface Quarter {
  readonly at: Date
  readonly countries: readonly {
    readonly iso2: string
    readonly events: number
    readonly weight: number
    readonly conflict_events: number
    readonly conflict_weight: number
    readonly tone: number
    readonly types: readonly { readonly code: string; readonly n: number }[]
  }[]
}

export interface Deaths {
  readonly iso2: string
  readonly best: number
  readonly low: number
  readonly high: number
  readonly through: string
}

const dayMs = 86_400_000
const lin = (x: number, low: number, high: number): number => clip((x - low) / (high - low), 0, 1)
const floor = 0.002
const weights = { deaths: 0.45, share: 0.35, rise: 0.2 } as const

interface Sums {
  events: number
  weight: number
  conflictEvents: number
  conflictWeight: number
  toneSum: number
  readonly types: Map<string, number>
}

/** Of each country what the quarters of so many days say. */
export function sumQuarters(quarters: readonly Quarter[], now: Date, days: number): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { at, countries } of quarters) {
    if (now.getTime() - at.getTime() >= days * dayMs) continue
    for (const one of countries) {
      const own = sums.get(one.iso2) ?? {
        events: 0,
        weight: 0,
        conflictEvents: 0,
        conflictWeight: 0,
        toneSum: 0,
        types: new Map(),
      }
      own.events += one.events
      own.weight += one.weight
      own.conflictEvents += one.conflict_events
      own.conflictWeight += one.conflict_weight
      own.toneSum += one.tone * one.events
      for (const { code, n } of one.types) own.types.set(code, (own.types.get(code) ?? 0) + n)
      sums.set(one.iso2, own)
    }
  }
  return sums
}

/** The share of reported events that are armed conflict: a share, so that a country much written about is not thereby at war. */
const shareOf = (sums: Sums | undefined): number | null =>
  sums === undefined || sums.weight <= 0 ? null : sums.conflictWeight / sums.weight

export const trendOf = (ratio: number | null): 'rising' | 'stable' | 'falling' | 'unknown' =>
  ratio === null ? 'unknown' : ratio > 1.25 ? 'rising' : ratio < 0.8 ? 'falling' : 'stable'

/** Every country that is written about or counted, the most intense first. */
export function conflictByCountry(quarters: readonly Quarter[], deaths: readonly Deaths[], now: Date, days = 7) {
  const [recent, month] = [sumQuarters(quarters, now, days), sumQuarters(quarters, now, 28)]
  const killed = new Map(deaths.map((one) => [one.iso2, one]))
  // A trend needs a month to be against: before there are two weeks of quarters nobody knows one.
  const span = quarters.length === 0 ? 0 : (now.getTime() - quarters[0]!.at.getTime()) / dayMs
  return [...new Set([...recent.keys(), ...killed.keys()])]
    .map((iso2) => {
      const [now_, before] = [recent.get(iso2), month.get(iso2)]
      const share = shareOf(now_)
      const usual = shareOf(before)
      const ratio = span < 14 || share === null || usual === null ? null : (share + floor) / (usual + floor)
      const dead = killed.get(iso2)
      const parts = [
        { weight: weights.deaths, value: killed.size === 0 ? null : lin(Math.log10(1 + (dead?.best ?? 0)), 0, 4) },
        { weight: weights.share, value: share === null ? null : lin(share, 0.01, 0.12) },
        { weight: weights.rise, value: ratio === null ? null : lin(Math.log2(ratio), -1, 1.5) },
      ].flatMap(({ weight, value }) => (value === null ? [] : [{ weight, value }]))
      const weight = parts.reduce((sum, part) => sum + part.weight, 0)
      return {
        iso2,
        score: weight === 0 ? 0 : round((100 * parts.reduce((sum, part) => sum + part.weight * part.value, 0)) / weight, 1),
        trend: trendOf(ratio),
        events: now_?.conflictEvents ?? 0,
        share_pct: share === null ? null : round(100 * share, 2),
        ratio: ratio === null ? null : round(ratio, 2),
        tone: now_ === undefined || now_.events === 0 ? null : round(now_.toneSum / now_.events, 2),
        volume: now_?.events ?? 0,
        deaths: dead ?? null,
        types: [...(now_?.types ?? [])].map(([code, n]) => ({ code, n })).sort((a, b) => b.n - a.n),
        available: weight,
      }
    })
    .sort(mostFirst('score', 'iso2'))
}

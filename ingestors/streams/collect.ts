// Makes of a venue's events its minutes and days: each event once, whatever is repeated, late or out of order, and how long was listened.
import type { ValueOf } from '../../db/log/topic.ts'
import type { Liquidation, liquidationDays, liquidationMinutes, Totals } from '../sources/liquidations/topic.ts'

type Minute = ValueOf<typeof liquidationMinutes>
type Day = ValueOf<typeof liquidationDays>

export interface Known {
  /** The newest of each that is on the log; null where there is none. */
  readonly minute: Minute | null
  readonly day: Day | null
}

export interface Collector {
  /** How many were new. */
  take(events: readonly Liquidation[], now: Date): number
  /** That the venue was heard all along. */
  listened(from: Date, to: Date): void
  /** What changed since the last flush. */
  flush(now: Date): { readonly minutes: readonly Minute[]; readonly days: readonly Day[] }
}

interface Open {
  readonly events: Map<string, Liquidation>
  listenedMs: number
  isTold: boolean
}

const minuteMs = 60_000
const slotMs = 5 * minuteMs
const dayMs = 86_400_000
// Later than this no venue repeats itself, and a bin that was told stays as it was told.
const lateMs = 15 * minuteMs
const aheadMs = minuteMs
const mostEvents = 300

const nothing: Totals = { long_usd: 0, short_usd: 0, count: 0, listened_ms: 0 }

const sum = (a: Totals, b: Totals): Totals => ({
  long_usd: a.long_usd + b.long_usd,
  short_usd: a.short_usd + b.short_usd,
  count: a.count + b.count,
  listened_ms: Math.min(slotMs, a.listened_ms + b.listened_ms),
})

export function createCollector(venue: string, known: Known): Collector {
  const minutes = new Map<number, Open>()
  /** What is no longer, or never was, in the memory's minutes, by the slot of five minutes. */
  const base = new Map<number, Totals>()
  const largest = new Map<number, number>()
  const changedDays = new Set<number>()
  let floor = Number.NEGATIVE_INFINITY
  restore()

  function restore(): void {
    const { minute, day } = known
    if (day !== null) {
      const start = Date.parse(day.date)
      for (const { slot, ...totals } of day.bins) base.set(start + slot * slotMs, totals)
      largest.set(start, day.largest_usd)
    }
    if (minute === null) return
    const at = Date.parse(minute.minute)
    base.set(slotOf(at), minute.before)
    // Of the minutes before the newest only sums are left: what is repeated of them cannot be told from news.
    floor = at
    const events = new Map(minute.events.map((event) => [event.id, event]))
    minutes.set(at, { events, listenedMs: minute.listened_ms, isTold: true })
    for (const { usd } of minute.events) noteLargest(at, usd)
  }

  function noteLargest(at: number, usd: number): void {
    const day = dayOf(at)
    if (usd > (largest.get(day) ?? 0)) largest.set(day, usd)
  }

  function open(at: number): Open {
    const minute = Math.floor(at / minuteMs) * minuteMs
    const found = minutes.get(minute) ?? { events: new Map(), listenedMs: 0, isTold: false }
    minutes.set(minute, found)
    return found
  }

  function slotTotals(slot: number, until = slot + slotMs): Totals {
    let totals = base.get(slot) ?? nothing
    for (let at = slot; at < until; at += minuteMs) {
      const minute = minutes.get(at)
      if (minute !== undefined) totals = sum(totals, totalsOf(minute))
    }
    return totals
  }

  function evict(now: number): void {
    for (const [at, minute] of minutes) {
      // A slot leaves whole.
      if (!minute.isTold || slotOf(at) + slotMs + lateMs > now) continue
      base.set(slotOf(at), sum(base.get(slotOf(at)) ?? nothing, totalsOf(minute)))
      minutes.delete(at)
      floor = Math.max(floor, slotOf(at) + slotMs)
    }
    for (const slot of base.keys()) if (slot < dayOf(now) - dayMs) base.delete(slot)
  }

  return {
    take(events, now) {
      let taken = 0
      for (const event of events) {
        const at = Date.parse(event.at)
        if (at < floor || at < now.getTime() - lateMs || at > now.getTime() + aheadMs) continue
        const minute = open(at)
        if (minute.events.has(event.id)) continue
        minute.events.set(event.id, event)
        minute.isTold = false
        noteLargest(at, event.usd)
        taken++
      }
      return taken
    },
    listened(from, to) {
      let at = from.getTime()
      while (at < to.getTime()) {
        const end = Math.min(to.getTime(), Math.floor(at / minuteMs) * minuteMs + minuteMs)
        const minute = open(at)
        minute.listenedMs = Math.min(minuteMs, minute.listenedMs + end - at)
        minute.isTold = false
        at = end
      }
    },
    flush(now) {
      const vintage = now.toISOString()
      const told: Minute[] = []
      for (const [at, minute] of [...minutes].sort(([a], [b]) => a - b)) {
        if (minute.isTold) continue
        told.push(describe(venue, at, minute, slotTotals(slotOf(at), at), vintage))
        minute.isTold = true
        // A bin is told once it is over, and again where something came late.
        if (slotOf(at) + slotMs <= now.getTime()) changedDays.add(dayOf(at))
      }
      const newestSlot = slotOf(now.getTime())
      if (minutes.has(newestSlot - minuteMs) && told.some(({ minute }) => Date.parse(minute) === newestSlot))
        changedDays.add(dayOf(newestSlot - minuteMs))
      const days = [...changedDays].map((day) => {
        const slots = new Set([...base.keys(), ...[...minutes.keys()].map(slotOf)].filter((slot) => dayOf(slot) === day))
        const bins = [...slots]
          .filter((slot) => slot + slotMs <= now.getTime())
          .sort((a, b) => a - b)
          .map((slot) => ({ slot: (slot - day) / slotMs, ...slotTotals(slot) }))
        return { venue, date: new Date(day).toISOString().slice(0, 10), largest_usd: largest.get(day) ?? 0, bins, vintage }
      })
      changedDays.clear()
      evict(now.getTime())
      return { minutes: told, days }
    },
  }
}

const slotOf = (at: number): number => Math.floor(at / slotMs) * slotMs
const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs

function totalsOf({ events, listenedMs }: Open): Totals {
  const all = [...events.values()]
  const usdOf = (side: Liquidation['side']) => all.reduce((total, event) => total + (event.side === side ? event.usd : 0), 0)
  return { long_usd: usdOf('long'), short_usd: usdOf('short'), count: all.length, listened_ms: listenedMs }
}

function describe(venue: string, at: number, minute: Open, before: Totals, vintage: string): Minute {
  const events = [...minute.events.values()]
    .sort((a, b) => b.usd - a.usd || (a.id < b.id ? -1 : 1))
    .slice(0, mostEvents)
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
  return { venue, minute: new Date(at).toISOString(), ...totalsOf(minute), before, events, vintage }
}

// Which announcement was for which quarter, and when in New York's day it came.
import type { CompanyFilings } from '../../../ingestors/sources/sec-earnings/topic.ts'
import { type Habit, yearAfter } from './signal.ts'

const dayMs = 86_400_000
const soonestDays = 5
const latestDays = 100
const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** Exchanges live by this clock, summer and winter. */
export function inNewYork(at: Date): { day: string; minute: number } {
  const parts = new Map(newYork.formatToParts(at).map(({ type, value }) => [type, value]))
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) }
}

/** One for each quarter, oldest first: several of one quarter are a warning before and the results, which come with the report. */
export function habitsOf({ announced, reports }: Pick<CompanyFilings, 'announced' | 'reports'>): Habit[] {
  const filedOf = new Map(reports.map((report) => [report.period_end, report.filed]))
  // The newest results are out some days before the report that names their quarter.
  const ends = [...new Set([...filedOf.keys(), ...[...filedOf.keys()].map(yearAfter)])].sort()
  const real = ends.filter(
    (end, i) => filedOf.has(end) || !ends.some((other, j) => j !== i && filedOf.has(other) && isNear(end, other)),
  )
  return real.flatMap((end) => {
    const times = announced
      .map((text) => new Date(text))
      .filter((at) => {
        const days = (at.getTime() - Date.parse(end)) / dayMs
        return days >= soonestDays && days <= latestDays && !real.some((later) => later > end && daysTo(later, at) >= soonestDays)
      })
    const filed = filedOf.get(end)
    const before = filed === undefined ? times.slice(0, 1) : times.filter((at) => inNewYork(at).day <= filed)
    const at = before.at(-1)
    return at === undefined ? [] : [{ end, at }]
  })
}

const daysTo = (end: string, at: Date): number => (at.getTime() - Date.parse(end)) / dayMs
const isNear = (a: string, b: string): boolean => Math.abs(Date.parse(a) - Date.parse(b)) < 20 * dayMs

const opens = 9.5 * 60
const closes = 16 * 60

/** The usual one of the last four. */
export function sessionOf(habits: readonly Habit[]): 'pre_market' | 'during_market' | 'after_hours' | null {
  const sessions = habits.slice(-4).map(({ at }) => {
    const { minute } = inNewYork(at)
    return minute < opens ? 'pre_market' : minute < closes ? 'during_market' : 'after_hours'
  })
  const count = (name: string) => sessions.filter((one) => one === name).length
  return [...new Set(sessions)].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1))[0] ?? null
}

// Which one-minute files to ask for: those of the last twenty minutes, and of hours gone by those quarters nothing is known of.
import { minuteKey, minuteMs, windowHours } from './topic.ts'

const recentMinutes = 20
const quarterMinutes = 15
const quarterMs = quarterMinutes * minuteMs

export type Known = ReadonlyMap<string, Date>

const isKnown = (minute: Date, known: Known): boolean => known.get(minuteKey(minute, 0))?.getTime() === minute.getTime()

/** Newest first. */
export function recentOf(at: Date): Date[] {
  const newest = Math.floor(at.getTime() / minuteMs)
  return Array.from({ length: recentMinutes }, (_, back) => new Date((newest - back) * minuteMs))
}

/** Quarters of the window without a single file: all the minutes of each, newest quarter first. */
export function missedOf(at: Date, known: Known): Date[][] {
  const newest = Math.floor((at.getTime() - recentMinutes * minuteMs) / quarterMs) - 1
  return Array.from({ length: (windowHours * 60) / quarterMinutes }, (_, back) => minutesOf(newest - back)).filter((minutes) =>
    minutes.every((minute) => !isKnown(minute, known)),
  )
}

const minutesOf = (quarter: number): Date[] =>
  Array.from({ length: quarterMinutes }, (_, i) => new Date(quarter * quarterMs + i * minuteMs))

export function fileUrl(minute: Date): string {
  const stamp = minute.toISOString().slice(0, 19).replaceAll(/\D/g, '')
  return `https://storage.googleapis.com/data.gdeltproject.org/gdeltv3/gal/${stamp}.gal.json.gz`
}

// When EDGAR took a filing in: its list of a company's filings writes the same moment in UTC or by the clocks of Washington, both with a Z.

import { momentOf, wallClock } from '../../base/calendar/zoned-time.ts'
import { TollgateError } from '../../base/errors.ts'

const zone = 'America/New_York'
const form = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):(\d{2})(\.\d+)?Z$/
// EDGAR is open from six to ten; what comes after half past five is filed the next day it is open.
const [opens, filesUntil, closes] = ['06:00:00', '17:30:59', '22:05:00']
const [bell, lastBell] = ['09:30:00', '16:00:00']

/** Which of the two it is, its day of filing tells, then that results are not told while the exchanges are open. */
export function readAccepted(text: string, filed: string): Date {
  const utc = new Date(text)
  const [, day, minute, seconds] = form.exec(text) ?? []
  if (day === undefined || Number.isNaN(utc.getTime()))
    throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 30))} is no time`)
  const local = new Date(momentOf(day, minute!, zone) + Number(seconds) * 1_000)
  const possible = [utc, local].filter((at) => isPossible(at, filed))
  return possible.find((at) => isOutsideHours(at)) ?? possible[0] ?? utc
}

function isPossible(at: Date, filed: string): boolean {
  const [day, time] = partsOf(at)
  if (time < opens || time > closes) return false
  return time <= filesUntil ? filed === day : filed > day
}

function isOutsideHours(at: Date): boolean {
  const [, time] = partsOf(at)
  return time < bell || time >= lastBell
}

const partsOf = (at: Date): [day: string, time: string] => wallClock(at, zone).split(' ') as [string, string]

// Reads EDGAR's index of each finished day and every ownership filing in it, the oldest day first: no filing is missed, whatever was down.

import { wallClock } from '../../../base/calendar/zoned-time.ts'
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside } from '../../aside.ts'
import type { HttpClient } from '../../client/http.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readRow, readRows, readText } from '../../formats/json.ts'
import { secHeaders } from '../../sec/listed-companies.ts'
import type { Filing } from '../sec-form4/form4.ts'
import { type FilingText, fetchTexts, isComplete, type ListedFiling, readTexts } from '../sec-form4/texts.ts'
import { insiderFilings } from '../sec-form4/topic.ts'

const base = 'https://www.sec.gov/Archives/edgar'
// Some seven hundred a day, four minutes of a poll's five.
const mostFilings = 1_400
const mostMs = 220_000
const setIsOutAfterDays = 45
const dayMs = 86_400_000
const finished = new WeakMap<HttpClient, { readonly days: Set<string>; last: ListedFiling | null }>()

export default defineIngestor<Filing, readonly FilingText[]>({
  source: 'sec-form4-daily',
  topic: insiderFilings,
  schedule: '15,45 * * * *',
  grade: 'A',
  proof: 'documented',
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const { since, at } = context
    const today = dayInWashington(at)
    // The newest known filing's own day may not have been read whole.
    const from = since === null ? firstDayWithoutSet(at) : dayInWashington(since)
    const over = (await listDays(from, today, context)).filter((day) => day < today)
    const unread = over.filter((day) => day >= from)
    // The newest once more after a restart: there is always a day to read.
    const days = unread.length > 0 ? unread : over.slice(-1)
    const done = finished.get(context.http) ?? { days: new Set<string>(), last: null }
    finished.set(context.http, done)
    const texts: FilingText[] = []
    const until = performance.now() + mostMs
    for (const day of days.filter((one) => !done.days.has(one))) {
      const left = { most: mostFilings - texts.length, mostMs: until - performance.now() }
      if (left.most <= 0 || left.mostMs <= 0) break
      // A day that does not come is asked for again, before those after it: the newest that is known must not pass it by.
      const index = await fetchedOrAside(
        `the index of ${day}`,
        fetchIndex(day, context),
        texts.length > 0 ? context.setAside : undefined,
      )
      if (index === undefined) break
      const listed = readIndex(index, day)
      texts.push(...(await fetchTexts('daily', listed, left, context)))
      if (!isComplete('daily', listed, context.http)) break
      done.days.add(day)
      done.last = listed.at(-1) ?? done.last
    }
    // Always one at the least: a weekend is no empty poll.
    if (texts.length === 0 && done.last !== null) return fetchTexts('again', [done.last], { most: 1 }, context)
    if (texts.length === 0) throw new TollgateError('upstream_unavailable', `EDGAR has no index of a day from ${from} yet`)
    return texts
  },
  parse: readTexts,
})

const dayInWashington = (at: Date): string => wallClock(at, 'America/New_York').slice(0, 10)

/** Quarterly sets bring what is older; a quarter's comes some weeks after its end. */
export function firstDayWithoutSet(at: Date): string {
  const quarterOf = (date: Date) => Date.UTC(date.getUTCFullYear(), 3 * Math.floor(date.getUTCMonth() / 3), 1)
  const isOut = at.getTime() - quarterOf(at) > setIsOutAfterDays * dayMs
  return new Date(isOut ? quarterOf(at) : quarterOf(new Date(quarterOf(at) - 1))).toISOString().slice(0, 10)
}

const folderOf = (day: string): string => `${base}/daily-index/${day.slice(0, 4)}/QTR${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** The days that have an index: none for a weekend or a holiday, and the newest only when the day is over. */
async function listDays(from: string, to: string, context: FetchContext): Promise<string[]> {
  const { http, signal } = context
  const folders: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    const folder = folderOf(new Date(time).toISOString())
    if (!folders.includes(folder)) folders.push(folder)
  }
  const days: string[] = []
  for (const folder of folders) {
    const listing = readRow(await http.json(`${folder}/index.json`, { headers: secHeaders(context), signal }), 'the listing')
    for (const item of readRows(readRow(listing.directory, 'directory').item, 'item')) {
      const [, year, month, day] = /^master\.(\d{4})(\d{2})(\d{2})\.idx$/.exec(readText(item.name, 'name')) ?? []
      if (year !== undefined) days.push(`${year}-${month}-${day}`)
    }
  }
  return days.sort()
}

function fetchIndex(day: string, context: FetchContext): Promise<string> {
  const url = `${folderOf(day)}/master.${day.replaceAll('-', '')}.idx`
  return context.http.text(url, { expect: 'text', headers: secHeaders(context), signal: context.signal })
}

/** Each filing once, though it is listed for its issuer and for each of its owners. */
export function readIndex(text: string, day: string): ListedFiling[] {
  const lines = text.split('\n')
  if (!lines.some((line) => line.startsWith('CIK|')))
    throw new TollgateError('upstream_changed', `the index of ${day} has no columns`)
  const listed = new Map<string, ListedFiling>()
  for (const line of lines) {
    const [, , form, , file = ''] = line.trim().split('|')
    const accession = /(\d{10}-\d{2}-\d{6})\.txt$/.exec(file)?.[1]
    if ((form === '4' || form === '4/A') && accession !== undefined && !listed.has(accession))
      listed.set(accession, { accession, url: `${base}/${file.replace(/^edgar\//, '')}` })
  }
  return [...listed.values()]
}

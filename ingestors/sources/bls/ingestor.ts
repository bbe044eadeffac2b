// Polls all series in one request; without a key the API gives three years a request and few requests a day.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, isNotRecorded } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toNumber } from '../../formats/csv.ts'
import { blsSeries } from './series.ts'
import { blsObservations, payrollRelease } from './topic.ts'

type Observation = ValueOf<typeof blsObservations>
type Row = Readonly<Record<string, unknown>>

const historyYears = 12
const yearsARequest = { keyless: 3, keyed: 20 }

export default defineIngestor<Observation, unknown[]>({
  source: 'bls',
  topic: blsObservations,
  // Shortly after 08:30 and after 10:00 in New York, in summer and in winter; two requests a poll, 25 a day without a key.
  schedule: '32,50 12,13,15 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-06',
  apart: 3,
  async fetch({ http, at, since, newestByKey, credential, signal, setAside }) {
    const registrationkey = credential('BLS_API_KEY')
    const span = registrationkey === undefined ? yearsARequest.keyless : yearsARequest.keyed
    const isComplete = newestByKey === undefined || Object.values(blsSeries).every((series) => newestByKey.has(series))
    const lastYear = at.getUTCFullYear()
    // Seasonal factors of five years are revised once a year; two requests reach back that far.
    const firstYear = since === null || !isComplete ? lastYear - historyYears + 1 : lastYear - 2 * yearsARequest.keyless + 1
    const answers: unknown[] = []
    for (let to = lastYear; to >= firstYear; to -= span) {
      const asked = {
        seriesid: Object.values(blsSeries),
        startyear: String(Math.max(firstYear, to - span + 1)),
        endyear: String(to),
      }
      const version = registrationkey === undefined ? 'v1' : 'v2'
      const body = JSON.stringify({ ...asked, ...(registrationkey === undefined ? {} : { registrationkey }) })
      const headers = { 'content-type': 'application/json' }
      const url = `https://api.bls.gov/publicAPI/${version}/timeseries/data/`
      const asking = http.json(url, { method: 'POST', body, headers, signal })
      // After a refusal another request would only cost more of the day's quota; a recording lacks some years and has others.
      const answer = await fetchedOrAside(`the years to ${to}`, asking, setAside, isNotRecorded)
      if (answer === undefined) continue
      readRows(answer)
      answers.push(answer)
    }
    return answers
  },
  parse(answers, at) {
    const vintage = at.toISOString()
    const values = new Map<string, Observation>()
    for (const { series, row } of answers.flatMap(readRows)) {
      const month = readMonth(row)
      const value = typeof row.value === 'string' ? toNumber(row.value) : refuse('value')
      // M13 is a year's average, and "-" a month that was never measured.
      if (month !== null && value !== null) values.set(`${series} ${month}`, { series, month, value, vintage })
    }
    const release = readRelease([...values.values()], vintage)
    return release === null ? [...values.values()] : [...values.values(), release]
  },
})

function readRows(answer: unknown): { series: string; row: Row }[] {
  const { status, message, Results } = answer as { status?: unknown; message?: unknown; Results?: { series?: unknown } }
  // Failures come with HTTP status 200; the daily quota is one of them.
  if (status !== 'REQUEST_SUCCEEDED') {
    const isQuota = /threshold/i.test(JSON.stringify(message ?? ''))
    throw new TollgateError(isQuota ? 'upstream_rate_limited' : 'upstream_changed', `the BLS answers ${String(status)}`)
  }
  if (!Array.isArray(Results?.series) || Results.series.length === 0) return refuse('Results.series')
  return (Results.series as ({ seriesID?: unknown; data?: unknown } | null)[]).flatMap((one) => {
    const { seriesID, data } = one ?? {}
    if (typeof seriesID !== 'string' || !Array.isArray(data)) return refuse('a series')
    return (data as (Row | null)[]).map((row) => ({ series: seriesID, row: row ?? refuse('a row') }))
  })
}

function readMonth({ year, period }: Row): string | null {
  if (typeof year !== 'string' || !/^\d{4}$/.test(year) || typeof period !== 'string') return refuse('a period')
  if (period === 'M13') return null
  const month = /^M(0[1-9]|1[0-2])$/.exec(period)?.[1]
  return month === undefined ? refuse('a period') : `${year}-${month}-01`
}

function readRelease(values: readonly Observation[], vintage: string): Observation | null {
  const payrolls = values.filter(({ series }) => series === blsSeries.payrollsK).sort((a, b) => (a.month < b.month ? 1 : -1))
  const [newest, ...rest] = payrolls
  const earlier = rest.slice(0, 3)
  const isUnbroken = earlier.length === 3 && monthsBetween(earlier[2]!.month, newest!.month) === 3
  // Hours and earnings come with the same release: where they are a month ahead, a row of payrolls is missing.
  const sameRelease = values.filter(({ series }) => series === blsSeries.hourlyEarnings || series === blsSeries.weeklyHours)
  const isNewest = sameRelease.every(({ month }) => newest !== undefined && month <= newest.month)
  if (newest === undefined || !isUnbroken || !isNewest) return null
  return { series: payrollRelease, month: newest.month, value: newest.value, earlier: earlier.map(({ value }) => value), vintage }
}

function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return count(to) - count(from)
}

function refuse(what: string): never {
  throw new TollgateError('upstream_changed', `the BLS sends ${what} that is not one`)
}

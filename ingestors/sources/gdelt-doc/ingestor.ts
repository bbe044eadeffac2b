// Asks the largest news index for a question's curves of volume and tone, in the background: it wants five seconds of rest between two requests.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { readLooseJson } from './loose-json.ts'
import { searchWords } from './search-words.ts'
import { newsCurves } from './topic.ts'

interface Answered {
  readonly key: string
  readonly volume: string
  readonly tone: string
}

// The question the documents show; others are asked about when somebody asks the news for them.
const prefetched = ['en oil tanker']
const restMs = 8_000
const windowHours = 72
const limitWords = /limit requests to one every/i
// What it says, with a status of 200, of words it does not search for.
const refusalWords = /too short|too long|too common|must be surrounded|illegal character|contained no/i

async function ask(key: string, mode: 'TimelineVol' | 'TimelineTone', { http, signal }: FetchContext): Promise<string> {
  const query = new URLSearchParams({ query: searchWords(key), mode, format: 'json', timespan: `${windowHours}h` })
  const url = `https://api.gdeltproject.org/api/v2/doc/doc?${query}`
  const body = await http.text(url, { expect: 'json', signal, gapMs: restMs })
  const start = body.trimStart()
  if (start.startsWith('{')) return body
  if (limitWords.test(start)) throw new UpstreamRefusal('upstream_rate_limited', 'GDELT asked to be asked less often', 10_000)
  if (refusalWords.test(start) && start.length < 400)
    throw new TollgateError('key_unknown', `GDELT does not search for this: ${start.trim().slice(0, 120)}`)
  throw changed(`it answered ${start.slice(0, 60)}`)
}

const search = async (key: string, context: FetchContext): Promise<Answered> => ({
  key,
  volume: await ask(key, 'TimelineVol', context),
  tone: await ask(key, 'TimelineTone', context),
})

export default defineIngestor<ValueOf<typeof newsCurves>, Answered[]>({
  source: 'gdelt-doc',
  topic: newsCurves,
  schedule: '20 * * * *',
  grade: 'B',
  proof: 'captured 2026-09',
  apart: 1,
  nothingIsNews: true,
  fetch: (context) => Promise.all(prefetched.map((key) => search(key, context))),
  parse: (answers, at) =>
    answers.map(({ key, volume, tone }) => {
      const [shares, tones] = [readCurve(volume, [0, 100]), readCurve(tone, [-100, 100])]
      const times = [...new Set([...shares.keys(), ...tones.keys()])].filter((time) => Date.parse(time) <= at.getTime()).sort()
      const points = times.map((time) => ({ at: time, share_pct: shares.get(time) ?? null, tone: tones.get(time) ?? null }))
      return { key, searched_at: at.toISOString(), points }
    }),
  openKeys: {
    fetch: async (key, context) => [await search(key, context)],
    pollSeconds: 3_600,
    // Asked for anew by who is still asked about it.
    watchSeconds: 0,
    cooldownSeconds: 3_600,
    unknownSeconds: 24 * 3_600,
    deadlineSeconds: 60,
    concurrency: 1,
    perSecond: 0.1,
  },
})

function readCurve(body: string, [least, most]: readonly [number, number]): Map<string, number> {
  const answer = readRow(readLooseJson(body), 'the answer')
  // It answers a question without any article with an object without any member.
  if (Object.keys(answer).length === 0) return new Map()
  const [series, ...more] = readRows(answer.timeline, 'timeline', { mayBeEmpty: true })
  if (series === undefined) return new Map()
  if (more.length > 0) throw changed('the curve has several series')
  return new Map(
    readRows(series.data, 'data', { mayBeEmpty: true }).map((point) => {
      const value = readNumber(point.value, 'value')
      if (value < least || value > most) throw changed(`a value of ${value}`)
      return [readStamp(readText(point.date, 'date')), value]
    }),
  )
}

function readStamp(text: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  const iso = parts === null ? '' : `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`
  if (parts === null || Number.isNaN(Date.parse(iso)) || new Date(iso).toISOString().slice(0, 10) !== iso.slice(0, 10))
    throw changed(`${JSON.stringify(text.slice(0, 30))} is no time`)
  return iso
}

const changed = (what: string) => new TollgateError('upstream_changed', `GDELT DOC: ${what}`)

// Searches the world's online news for what somebody asks for; an index that wants five seconds of rest between two questions.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readNumber, readRow, readRows, readText, readTextOrNull } from '../../json.ts'
import { UpstreamRefusal } from '../../refusal.ts'
import { readLooseJson } from './loose-json.ts'
import { searchWords } from './search-words.ts'
import { type Article, mostArticles, newsSearches, windowHours } from './topic.ts'

interface Answered {
  readonly key: string
  readonly list: string
  readonly curve: string | null
}

// The question the documents show; whatever else is asked for stays fresh on the watch list.
const prefetched = ['en oil tanker']
const restMs = 5_500
const limitWords = /limit requests to one every/i
// What it says, with a status of 200, of words it does not search for.
const refusalWords = /too short|too long|too common|must be surrounded|illegal character|contained no/i

async function ask(key: string, mode: 'ArtList' | 'TimelineVol', { http, signal }: FetchContext): Promise<string> {
  const list = mode === 'ArtList' ? { maxrecords: String(mostArticles), sort: 'DateDesc' } : {}
  const query = new URLSearchParams({ query: searchWords(key), mode, format: 'json', timespan: `${windowHours}h`, ...list })
  const url = `https://api.gdeltproject.org/api/v2/doc/doc?${query}`
  const body = await http.text(url, { expect: 'json', signal, gapMs: restMs })
  const start = body.trimStart()
  if (start.startsWith('{')) return body
  if (limitWords.test(start)) throw new UpstreamRefusal('upstream_rate_limited', 'GDELT asked to be asked less often', 10_000)
  if (refusalWords.test(start) && start.length < 400)
    throw new TollgateError('key_unknown', `GDELT does not search for this: ${start.trim().slice(0, 120)}`)
  throw changed(`it answered ${start.slice(0, 60)}`)
}

async function search(key: string, context: FetchContext): Promise<Answered> {
  const list = await ask(key, 'ArtList', context)
  if (readArticles(list).length < mostArticles) return { key, list, curve: null }
  const curve = await ask(key, 'TimelineVol', context).catch((error: unknown) => {
    // Without the curve the list still answers; how loud the question is, is then not known.
    if (error instanceof UpstreamRefusal && error.code === 'upstream_rate_limited') return null
    throw error
  })
  return { key, list, curve }
}

export default defineIngestor<ValueOf<typeof newsSearches>, Answered[]>({
  source: 'gdelt-doc',
  topic: newsSearches,
  schedule: '*/15 * * * *',
  grade: 'B',
  nothingIsNews: true,
  fetch: (context) => Promise.all(prefetched.map((key) => search(key, context))),
  parse: (answers, at) =>
    answers.map(({ key, list, curve }) => {
      const listed = readArticles(list)
      return {
        key,
        searched_at: at.toISOString(),
        articles: once(listed.filter(({ seen_at }) => Date.parse(seen_at) <= at.getTime())),
        is_full: listed.length >= mostArticles,
        ...(curve === null ? {} : { volume: readCurve(curve) }),
      }
    }),
  openKeys: {
    fetch: async (key, context) => [await search(key, context)],
    pollSeconds: 900,
    watchSeconds: 2 * 3_600,
    cooldownSeconds: 300,
    unknownSeconds: 3_600,
    concurrency: 1,
    perSecond: 0.2,
  },
})

function readArticles(body: string): Article[] {
  const answer = readRow(readLooseJson(body), 'the answer')
  // It answers a question without any article with an object without any member.
  if (Object.keys(answer).length === 0) return []
  return readRows(answer.articles, 'articles', { mayBeEmpty: true }).flatMap((row) => {
    const url = readText(row.url, 'url')
    const title = readTitle(readText(row.title, 'title'))
    const seenAt = readStamp(readText(row.seendate, 'seendate'))
    const domain = readText(row.domain, 'domain').toLowerCase()
    const [language, country] = [readTextOrNull(row.language, 'language'), readTextOrNull(row.sourcecountry, 'sourcecountry')]
    // An address nobody can open is no story.
    return /^https?:\/\//i.test(url) && url.length <= 2_000 && title !== ''
      ? [{ seen_at: seenAt, url, title, domain, language, country }]
      : []
  })
}

function once(articles: readonly Article[]): Article[] {
  const byUrl = new Map(articles.map((article) => [article.url, article]))
  return [...byUrl.values()].sort((a, b) => (a.seen_at === b.seen_at ? (a.url < b.url ? -1 : 1) : a.seen_at < b.seen_at ? 1 : -1))
}

function readCurve(body: string): Record<string, number> {
  const [series, ...more] = readRows(readRow(readLooseJson(body), 'the curve').timeline, 'timeline')
  if (more.length > 0) throw changed('the curve has several series')
  return Object.fromEntries(
    readRows(series!.data, 'data').map((point) => {
      const value = readNumber(point.value, 'value')
      if (value < 0 || value > 100) throw changed(`a share of ${value} %`)
      return [readStamp(readText(point.date, 'date')), value]
    }),
  )
}

// Titles come in words and marks with blanks between them.
const readTitle = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\s+([,.:;!?%)\]’”])/gu, '$1')
    .replaceAll(/([([$“‘#])\s+/gu, '$1')
    .replaceAll(/(\w)\s+(['’])\s+(s|t|re|ve|ll|d|m)\b/giu, '$1$2$3')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 500)

function readStamp(text: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  const iso = parts === null ? '' : `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`
  if (parts === null || Number.isNaN(Date.parse(iso)) || new Date(iso).toISOString().slice(0, 10) !== iso.slice(0, 10))
    throw changed(`${JSON.stringify(text.slice(0, 30))} is no time`)
  return iso
}

const changed = (what: string) => new TollgateError('upstream_changed', `GDELT DOC: ${what}`)

// One question's answer out of what was found: cut to the hours asked for, told as stories, newest or most fitting first.

import { lexicon } from '../../../base/headline-tone.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import type { newsSearches } from '../../../ingestors/sources/news-index/topic.ts'
import { clip, mean, round, roundOrNull } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'
import { signalHead } from '../../kit/signal-head.ts'
import { attentionOf, confidenceOf, labelOf, relevanceOf, type Told, toneScore, toneSpread } from './signal.ts'
import { namesIn } from './stories.ts'
import { tellStories } from './tell-stories.ts'
import type { worldwideOf } from './worldwide.ts'

export type Search = ValueOf<typeof newsSearches>

export type Found = {
  readonly query: string
  readonly lang: string
  readonly search: Search
  /** Of each title shown the place of the title its story is told under. */
  readonly story: readonly number[]
  /** Null until the larger index has been asked. */
  readonly worldwide: ReturnType<typeof worldwideOf> | null
}

export type Options = {
  readonly hours: number
  readonly limit: number
  readonly sort: string
}

export const defaults: Options = { hours: 24, limit: 20, sort: 'relevance' }
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const windowHours = 72
const mostDomains = 10
const leastConfidence = 0.2

export function answerOf(found: Found, { hours, limit, sort }: Options) {
  const { search, query, lang } = found
  const now = new Date(search.searched_at)
  const told = toldOf(search).filter(({ ageHours }) => ageHours < hours)
  const articles = sumOf(search.hours.slice(0, hours))
  const score = toneScore(told)
  const { ratio, level } = attentionOf(sumOf(search.hours.slice(0, 24)), sumOf(search.hours), hoursKnown(search))
  const label = told.length === 0 ? 'no_coverage' : labelOf(score ?? 0)
  const spread = toneSpread(told)
  const shown = search.shown
    .map((one, i) => ({ ...one, ...told[one.match]!, head: found.story[i]!, place: i }))
    .filter(({ match }) => match < told.length)
  const stories = tellStories(shown, sort)
  const best = sort === 'relevance' ? stories[0] : tellStories(shown, 'relevance')[0]
  const confidence = told.length === 0 ? leastConfidence : round(confidenceOf(told, spread, freshnessOf(search)), 2)
  const summary =
    best === undefined
      ? `No article on ${query.slice(0, 80)} in ${hours} hours.`
      : `${query.slice(0, 50)}: ${articles} article${articles === 1 ? '' : 's'} in ${hours} h, ` +
        `attention ${level ?? 'unknown'}, tone ${label.replace('_', ' ')}; ${best.title.slice(0, 90)}.`
  return {
    signal: signalHead({ label, score: score ?? 0, confidence, now, summary }),
    query: { text: query, lang, hours, from: new Date(now.getTime() - hours * hourMs).toISOString() },
    attention: { articles, volume_24h: sumOf(search.hours.slice(0, 24)), ratio_vs_3d: roundOrNull(ratio, 2), level },
    tone: { ...spread, mean: roundOrNull(spread.mean, 3), dispersion: roundOrNull(spread.dispersion, 3), lexicon },
    stories: stories.slice(0, limit),
    timeline: timelineOf(told, now),
    top_domains: [...Map.groupBy(told, ({ domain }) => domain)]
      .map(([domain, list]) => ({ domain, n: list.length }))
      .sort(mostFirst('n', 'domain'))
      .slice(0, mostDomains),
    entities: namesIn(shown.map(({ title }) => title)),
    worldwide: found.worldwide,
  }
}

function toldOf({ matches, outlets, words }: Search): Told[] {
  return matches.minutes.map((minutes, i) => ({
    ageHours: minutes / 60,
    domain: outlets[matches.outlet[i]!]!,
    tone: matches.tone[i]!,
    relevance: relevanceOf(matches.in_title[i]!, words),
  }))
}

/** How far back the index reaches. */
export function hoursKnown({ searched_at, index }: Search): number {
  return clip((Date.parse(searched_at) - Date.parse(index.from)) / hourMs, 0, windowHours)
}

const freshnessOf = ({ searched_at, index }: Search) => ({
  ageMinutes: (Date.parse(searched_at) - Date.parse(index.to)) / minuteMs,
  missingShare: clip(index.missing_minutes / (windowHours * 60), 0, 1),
})

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0)

function timelineOf(told: readonly Told[], now: Date) {
  const hourOf = ({ ageHours }: Told) => new Date(Math.floor((now.getTime() - ageHours * hourMs) / hourMs) * hourMs).toISOString()
  return [...Map.groupBy(told, hourOf)]
    .map(([hour, list]) => {
      const tones = list.flatMap(({ tone }) => (tone === null ? [] : [tone]))
      return { hour, n: list.length, tone: tones.length === 0 ? null : round(mean(tones), 3) }
    })
    .sort((a, b) => (a.hour < b.hour ? -1 : 1))
}

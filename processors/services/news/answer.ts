// One question's answer out of what was found: cut to the hours asked for, told as stories, newest or most fitting first.
import { signalHead } from '../../signal-head.ts'
import { clip, mean, round, roundOrNull } from '../../stats.ts'
import { attentionOf, fullArticles, labelOf, type Told, toneScore, toneSpread } from './signal.ts'
import { namesIn } from './stories.ts'
import { lexicon } from './tone.ts'

export type FoundArticle = Omit<Told, 'ageHours'> & {
  readonly at: string
  readonly url: string
  readonly title: string
  readonly lang: string | null
  readonly country: string | null
  /** The address of the article its story is told under. */
  readonly story: string
}

export type Found = {
  readonly text: string
  readonly lang: string
  readonly searchedAt: string
  readonly isFull: boolean
  /** The share of all news on the last day and on three, where only that tells how much there is. */
  readonly volume: { readonly lastDay: number; readonly threeDays: number } | null
  /** Newest first. */
  readonly articles: readonly FoundArticle[]
}

export type Options = {
  readonly hours: number
  readonly limit: number
  readonly sort: string
}

type Dated = FoundArticle & { readonly ageHours: number }

export const defaults: Options = { hours: 24, limit: 20, sort: 'relevance' }
const hourMs = 3_600_000
const mostAlso = 10
const mostDomains = 10
const leastConfidence = 0.2

export function answerOf(found: Found, { hours, limit, sort }: Options) {
  const now = new Date(found.searchedAt)
  const dated = found.articles.map((one) => ({ ...one, ageHours: (now.getTime() - Date.parse(one.at)) / hourMs }))
  const told = dated.filter(({ ageHours }) => ageHours <= hours)
  const reach = found.isFull ? (dated.at(-1)?.ageHours ?? 0) : hours
  const score = toneScore(told)
  const attention = describeAttention(found, dated, told.length)
  const label = told.length === 0 ? 'no_coverage' : labelOf(score ?? 0)
  const spread = toneSpread(told)
  const known = spread.positive + spread.negative + spread.neutral
  const confidence =
    told.length === 0 ? leastConfidence : round(Math.min(1, told.length / fullArticles) * (0.5 + (0.5 * known) / told.length), 2)
  const head = told.length === 0 ? null : storiesOf(told, 'relevance')[0]!
  const summary =
    head === null
      ? `No article on ${found.text.slice(0, 80)} in ${hours} hours.`
      : `${found.text.slice(0, 50)}: ${told.length}${found.isFull ? ' or more' : ''} articles in ${hours} h, ` +
        `attention ${attention.level ?? 'unknown'}, tone ${label.replace('_', ' ')}; ${head.title.slice(0, 90)}.`
  return {
    signal: signalHead({ label, score: score ?? 0, confidence, now, summary }),
    query: {
      text: found.text,
      lang: found.lang,
      hours,
      from: new Date(now.getTime() - Math.min(reach, hours) * hourMs).toISOString(),
      is_full: found.isFull,
    },
    attention,
    tone: { ...spread, mean: roundOrNull(spread.mean, 3), dispersion: roundOrNull(spread.dispersion, 3), lexicon },
    stories: storiesOf(told, sort).slice(0, limit),
    timeline: timelineOf(told),
    top_domains: [...Map.groupBy(told, ({ domain }) => domain)]
      .map(([domain, list]) => ({ domain, n: list.length }))
      .sort((a, b) => b.n - a.n || (a.domain < b.domain ? -1 : 1))
      .slice(0, mostDomains),
    entities: namesIn(told.map(({ title }) => title)),
  }
}

function describeAttention(found: Found, dated: readonly Dated[], articles: number) {
  const lastDay = dated.filter(({ ageHours }) => ageHours <= 24).length
  const span = dated.at(-1)?.ageHours ?? 0
  // A full list that does not reach a day back is a rate; within an hour it is none worth a day's number.
  const isCut = found.isFull && span < 24
  const volume = isCut ? (span < 1 ? null : round((dated.length / span) * 24, 0)) : lastDay
  if (found.isFull && found.volume === null)
    return { articles, volume_24h: volume, volume_is_estimate: isCut, ratio_vs_3d: null, level: null }
  const { ratio, level } =
    found.volume === null ? attentionOf(lastDay, dated.length) : attentionOf(found.volume.lastDay, found.volume.threeDays)
  return { articles, volume_24h: volume, volume_is_estimate: isCut, ratio_vs_3d: roundOrNull(ratio, 2), level }
}

function storiesOf(told: readonly Dated[], sort: string) {
  const stories = [...Map.groupBy(told, ({ story }) => story).values()].map((list) => {
    const head = list.at(-1)!
    const weight = Math.max(...list.map(({ ageHours, relevance }) => relevance * Math.exp(-ageHours / 24)))
    return { list, head, weight: weight * (1 + Math.log(list.length)) }
  })
  const byTime = (a: (typeof stories)[number], b: (typeof stories)[number]) =>
    a.head.at === b.head.at ? (a.head.url < b.head.url ? -1 : 1) : a.head.at < b.head.at ? 1 : -1
  return stories
    .sort((a, b) => (sort === 'date' ? byTime(a, b) : b.weight - a.weight || byTime(a, b)))
    .map(({ list, head }) => ({
      title: head.title,
      url: head.url,
      domain: head.domain,
      published_at: head.at,
      lang: head.lang,
      country: head.country,
      tone: roundOrNull(head.tone, 3),
      relevance: round(clip(head.relevance, 0, 1), 2),
      cluster_size: list.length,
      also: list
        .slice(0, -1)
        .slice(0, mostAlso)
        .map(({ url, domain, at }) => ({ url, domain, published_at: at })),
    }))
}

function timelineOf(told: readonly Dated[]) {
  return [...Map.groupBy(told, ({ at }) => `${at.slice(0, 13)}:00:00Z`)]
    .map(([hour, list]) => {
      const tones = list.flatMap(({ tone }) => (tone === null ? [] : [tone]))
      return { hour, n: list.length, tone: tones.length === 0 ? null : round(mean(tones), 3) }
    })
    .sort((a, b) => (a.hour < b.hour ? -1 : 1))
}

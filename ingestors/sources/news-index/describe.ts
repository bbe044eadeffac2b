// What a search has found as the value that goes on the log: every match in columns, and the titles of the newest and most fitting.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { NewsFound, NewsMatch, NewsTitle } from '../../../db/news/search.ts'
import { galArticles, minuteMs, windowHours } from '../gdelt-gal/topic.ts'
import type { newsSearches } from './topic.ts'

export type Search = ValueOf<typeof newsSearches>

const mostShown = 300
const quarterMinutes = 15
// The files of the newest quarter hours are still on their way.
const quartersOnTheirWay = 2
const fadeHours = 24

/** Of the matches those to show, by their place: a title with all of the words is worth twice one with none, for a day. */
export function chooseShown({ matches, words }: NewsFound, to: Date): number[] {
  const weightOf = ({ at, inTitle }: NewsMatch): number =>
    (0.5 + (0.5 * inTitle) / words) * Math.exp(-(to.getTime() - at.getTime()) / (fadeHours * 60 * minuteMs))
  return matches
    .map((match, place) => ({ place, weight: weightOf(match) }))
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .slice(0, mostShown)
    .map(({ place }) => place)
    .sort((a, b) => a - b)
}

export function describeSearch(key: string, to: Date, found: NewsFound, titles: readonly NewsTitle[]): Search {
  const { index, matches, hours, words } = found
  const outlets = [...new Set(matches.map(({ domain }) => domain))]
  const placeOfOutlet = new Map(outlets.map((domain, place) => [domain, place]))
  const placeOf = new Map(matches.map(({ id }, place) => [id, place]))
  return {
    key,
    searched_at: to.toISOString(),
    index: {
      from: index.from!.toISOString(),
      to: index.to!.toISOString(),
      articles: index.articles,
      missing_minutes: Math.max(0, (windowHours * 60) / quarterMinutes - quartersOnTheirWay - index.quarters) * quarterMinutes,
      topic: galArticles.name,
      offset: index.offset!.toString(),
    },
    words,
    hours: [...hours],
    outlets,
    matches: {
      minutes: matches.map(({ at }) => Math.floor((to.getTime() - at.getTime()) / minuteMs)),
      outlet: matches.map(({ domain }) => placeOfOutlet.get(domain)!),
      tone: matches.map(({ tone }) => (tone === null ? null : Math.round(tone * 1_000) / 1_000)),
      in_title: matches.map(({ inTitle }) => inTitle),
    },
    shown: titles
      .map(({ id, title, url, lang }) => {
        const match = placeOf.get(id)!
        return { match, at: matches[match]!.at.toISOString(), title, url, lang }
      })
      .sort((a, b) => a.match - b.match),
  }
}

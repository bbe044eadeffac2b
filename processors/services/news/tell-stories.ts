// Articles of one wording as one story, under the first of them; most fitting or newest first.
import { clip, round, roundOrNull } from '../../formula/index.ts'
import type { Told } from './signal.ts'

export interface Shown extends Told {
  readonly at: string
  readonly title: string
  readonly url: string
  readonly lang: string | null
  readonly place: number
  /** The place of the article its story is told under. */
  readonly head: number
}

const mostAlso = 10
const fadeHours = 24

/** Articles newest first. */
export function tellStories(shown: readonly Shown[], sort: string) {
  const stories = [...Map.groupBy(shown, ({ head }) => head).values()].map((list) => {
    const weight = Math.max(...list.map(({ ageHours, relevance }) => relevance * Math.exp(-ageHours / fadeHours)))
    return { list, head: list.at(-1)!, weight: weight * (1 + Math.log(list.length)) }
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
      tone: roundOrNull(head.tone, 3),
      relevance: round(clip(head.relevance, 0, 1), 2),
      cluster_size: list.length,
      also: list
        .slice(0, -1)
        .slice(0, mostAlso)
        .map(({ url, domain, at }) => ({ url, domain, published_at: at })),
    }))
}

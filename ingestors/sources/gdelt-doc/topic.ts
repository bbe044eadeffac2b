// What the world's online news had on a question at one moment: the newest articles of three days, and how loud it was hour by hour.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

const time = Type.String({ format: 'date-time' })

const article = Type.Object({
  seen_at: time,
  url: Type.String({ minLength: 8, maxLength: 2_000 }),
  title: Type.String({ minLength: 1, maxLength: 500 }),
  domain: Type.String({ minLength: 1, maxLength: 300 }),
  language: Type.Union([Type.String(), Type.Null()], { description: 'its English name' }),
  country: Type.Union([Type.String(), Type.Null()], { description: 'of the outlet' }),
})
export type Article = Static<typeof article>

/** More than this the index does not list; beyond it only the volume curve tells how much there is. */
export const mostArticles = 250
export const windowHours = 72

/** A question as its key: a language code or "any", and the words. */
export const newsKey = (lang: string, query: string): string => `${lang} ${query}`
export const partsOfNewsKey = (key: string) => ({ lang: key.slice(0, key.indexOf(' ')), query: key.slice(key.indexOf(' ') + 1) })

export const newsSearches = defineTopic({
  name: 'gdelt.news.v1',
  origin: {
    id: 'gdelt-doc',
    name: 'The GDELT Project, DOC 2.0',
    url: 'https://www.gdeltproject.org/',
    licence: 'free for any use with credit',
    attribution: 'The GDELT Project (https://www.gdeltproject.org/)',
  },
  schema: Type.Object({
    key: Type.String({ minLength: 4, maxLength: 300 }),
    searched_at: time,
    articles: Type.Array(article, { maxItems: mostArticles, description: 'newest first, each address once' }),
    is_full: Type.Boolean({ description: 'true: there are more, older ones' }),
    volume: Type.Optional(
      Type.Record(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:00Z$' }), Type.Number({ minimum: 0 }), {
        description: 'share of all articles, in percent, by time; only where the list is full',
      }),
    ),
  }),
  partitions: 4,
  // A row needs the newest search; those before it show what a past answer rested on.
  retention: { days: 7 },
  key: (value) => value.key,
  // What was found then is all there is: an article has a time of its own, the finding of none has not.
  observedAt: (value) => new Date(value.searched_at),
})

// What three days of the world's online news have on a question at one moment: every article's hour, outlet and tone, and the best by title.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { galArticles, windowHours } from '../gdelt-gal/topic.ts'

const time = Type.String({ format: 'date-time' })
const count = Type.Integer({ minimum: 0 })
const perMatch = { maxItems: 5_000 }

/** A question as its key: a language code or "any", and the words. */
export const newsKey = (lang: string, query: string): string => `${lang} ${query}`
export const partsOfNewsKey = (key: string) => ({ lang: key.slice(0, key.indexOf(' ')), query: key.slice(key.indexOf(' ') + 1) })

export const newsSearches = defineTopic({
  name: 'news.search.v1',
  origin: galArticles.origin,
  schema: Type.Object({
    key: Type.String({ minLength: 4, maxLength: 300 }),
    searched_at: time,
    index: Type.Object({
      from: time,
      to: time,
      articles: count,
      missing_minutes: Type.Integer({ minimum: 0, description: 'of quarter hours from which no file came' }),
      topic: Type.String(),
      offset: Type.String({ pattern: '^\\d+$', description: 'the newest record of the topic the index had taken in' }),
    }),
    words: Type.Integer({ minimum: 1, description: 'how many words were looked for; all of them are in every article' }),
    hours: Type.Array(count, {
      minItems: windowHours,
      maxItems: windowHours,
      description: 'all articles by age: those of the last hour, of the hour before it, and so on',
    }),
    outlets: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), perMatch),
    matches: Type.Object(
      {
        minutes: Type.Array(count, { ...perMatch, description: 'age' }),
        outlet: Type.Array(count, { ...perMatch, description: 'its place in outlets' }),
        tone: Type.Array(Type.Union([Type.Number({ minimum: -1, maximum: 1 }), Type.Null()]), perMatch),
        in_title: Type.Array(count, { ...perMatch, description: 'how many of the words its title has' }),
      },
      { description: 'the newest, newest first, a list a property' },
    ),
    shown: Type.Array(
      Type.Object({
        match: Type.Integer({ minimum: 0, description: 'its place in matches' }),
        at: time,
        title: Type.String({ minLength: 1 }),
        url: Type.String({ minLength: 8 }),
        lang: Type.Union([Type.String(), Type.Null()]),
      }),
      { maxItems: 300, description: 'the newest and most fitting' },
    ),
  }),
  partitions: 4,
  // A row needs the newest search; those before it show what a past answer rested on.
  retention: { days: 7 },
  key: (value) => value.key,
  // What was found then is all there is: an article has a time of its own, the finding of none has not.
  observedAt: (value) => new Date(value.searched_at),
})

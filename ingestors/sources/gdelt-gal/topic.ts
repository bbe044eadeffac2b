// The world's online news minute by minute: title, excerpt, address and language of each article; never its image or text.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintageIfAny } from '../../shapes/vintage.ts'

const time = Type.String({ format: 'date-time' })

export const mostTitle = 300
export const mostExcerpt = 300

const article = Type.Object({
  at: time,
  url: Type.String({ minLength: 8, maxLength: 2_000 }),
  domain: Type.String({ minLength: 1, maxLength: 253 }),
  lang: Type.Union([Type.String({ pattern: '^[a-z]{2,3}$' }), Type.Null()], {
    description: 'ISO 639; null where nobody can tell',
  }),
  title: Type.String({ minLength: 1, maxLength: mostTitle }),
  excerpt: Type.Union([Type.String({ maxLength: mostExcerpt }), Type.Null()], { description: 'of the outlet’s own description' }),
})
export type GalArticle = Static<typeof article>

export const minuteMs = 60_000
export const windowHours = 72
const windowMinutes = windowHours * 60

/** A minute's place among those of three days, so that what is known of each is one row, and old ones make room for new. */
export const minuteKey = (minute: Date, part: number): string =>
  `${String(Math.floor(minute.getTime() / minuteMs) % windowMinutes).padStart(4, '0')}/${part}`

export const galArticles = defineTopic({
  name: 'gdelt.articles.v1',
  origin: {
    id: 'gdelt-gal',
    name: 'The GDELT Project, Global Article List',
    url: 'https://www.gdeltproject.org/',
    licence: 'free for any use with credit',
    attribution: 'The GDELT Project (https://www.gdeltproject.org/)',
  },
  schema: Type.Object({
    minute: time,
    part: Type.Integer({ minimum: 0, description: 'a minute too large for one record has several' }),
    articles: Type.Array(article, { maxItems: 2_000 }),
    vintage: vintageIfAny,
  }),
  // A hundred articles a minute are no load; in one partition the index's place in the log is one number.
  partitions: 1,
  // The index reaches three days back; a day more to build it anew from.
  retention: { days: 4 },
  key: ({ minute, part }) => minuteKey(new Date(minute), part),
  observedAt: ({ minute }) => new Date(minute),
  // A file that is written anew holds over what it was.
  ...revisedByVintage,
})

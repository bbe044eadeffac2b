// How loud a question is in all of the world's online news, and in which tone, step by step through three days: as the far larger index tells it.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

const time = Type.String({ format: 'date-time' })
const maybe = (options: { minimum?: number; maximum?: number; description: string }) =>
  Type.Union([Type.Number(options), Type.Null()])

export const newsCurves = defineTopic({
  name: 'gdelt.curves.v1',
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
    points: Type.Array(
      Type.Object({
        at: time,
        share_pct: maybe({ minimum: 0, maximum: 100, description: 'of all articles' }),
        tone: maybe({ minimum: -100, maximum: 100, description: 'mean of the articles’ tones, mostly -10 to 10' }),
      }),
      { maxItems: 1_000, description: 'oldest first' },
    ),
  }),
  partitions: 4,
  retention: { days: 7 },
  key: (value) => value.key,
  observedAt: (value) => new Date(value.points.at(-1)?.at ?? value.searched_at),
  // The newest step grows until the next begins.
  revision: (value) => BigInt(Date.parse(value.searched_at)),
  volatile: ['searched_at'],
})

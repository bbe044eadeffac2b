// The news answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../kit/answer.ts'
import { labels, levels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const text = Type.Union([Type.String(), Type.Null()])
const time = Type.String({ format: 'date-time' })
const count = Type.Integer({ minimum: 0 })

export const newsAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  query: Type.Object({
    text: Type.String(),
    lang: Type.String(),
    hours: Type.Integer({ minimum: 1, maximum: 72 }),
    from: Type.String({ format: 'date-time', description: 'the oldest moment looked at' }),
  }),
  attention: Type.Object({
    articles: Type.Integer({ minimum: 0, description: 'within the hours asked for' }),
    volume_24h: Type.Integer({ minimum: 0, description: 'articles of the last day' }),
    ratio_vs_3d: maybe('the last day against the daily mean of three days; null while the index holds less than two'),
    level: Type.Union([Type.String({ enum: [...levels] }), Type.Null()]),
  }),
  tone: Type.Object(
    {
      mean: maybe('-1 to 1'),
      dispersion: maybe('standard deviation'),
      positive: count,
      negative: count,
      neutral: count,
      lexicon: Type.String(),
    },
    { description: 'of the 5,000 newest articles' },
  ),
  stories: Type.Array(
    Type.Object({
      title: Type.String(),
      url: Type.String(),
      domain: Type.String(),
      published_at: Type.String({ format: 'date-time', description: 'when it was first seen' }),
      lang: text,
      tone: maybe('of its title and description, -1 to 1; null where it is not in English'),
      relevance: Type.Number({ minimum: 0, maximum: 1 }),
      cluster_size: Type.Integer({ minimum: 1 }),
      also: Type.Array(Type.Object({ url: Type.String(), domain: Type.String(), published_at: time })),
    }),
    { description: 'articles of one wording are one story, under the first of them; of at most 300 articles' },
  ),
  timeline: Type.Array(Type.Object({ hour: time, n: count, tone: maybe('mean of the hour') }), { description: 'oldest first' }),
  top_domains: Type.Array(Type.Object({ domain: Type.String(), n: count })),
  entities: Type.Array(Type.Object({ text: Type.String(), n: count }), { description: 'names in the titles' }),
  worldwide: Type.Union(
    [
      Type.Object({
        through: Type.Union([time, Type.Null()]),
        share_24h_pct: maybe('share of all articles of the last day'),
        ratio_vs_3d: maybe('that share against its mean of three days'),
        tone: maybe('of the last day, -1 to 1'),
      }),
      Type.Null(),
    ],
    { description: 'the same question in a far larger index, hourly; null until it has been asked there' },
  ),
})

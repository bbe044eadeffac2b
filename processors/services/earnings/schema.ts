// The earnings calendar, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const day = Type.String({ format: 'date' })

export const calendarAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  events: Type.Array(
    Type.Object({
      ticker: Type.String(),
      company: Type.String(),
      expected_date: day,
      days_until: Type.Integer({ description: 'from as_of; below 0 it is overdue by its own habit' }),
      window_days: Type.Integer({ description: 'so many before and after' }),
      session: Type.Union([Type.String({ enum: ['pre_market', 'during_market', 'after_hours'] }), Type.Null()]),
      status: Type.String({
        enum: ['confirmed', 'estimated'],
        description: 'confirmed by a filing of the company, or estimated by the habit of its last years',
      }),
      confirmed_by: Type.Union([Type.String(), Type.Null()], { description: 'the filing that names the day' }),
      date_confidence: Type.Number({ minimum: 0, maximum: 1 }),
      fiscal_period_end: day,
      last_announced_at: Type.String({ format: 'date-time' }),
      eps_expected_usd: maybe('diluted; by a seasonal random walk with drift, not a consensus of analysts'),
      eps_year_ago_usd: maybe('of the same quarter, splits carried back'),
      last4: Type.Array(
        Type.Object({
          period_end: day,
          eps_usd: Type.Number(),
          eps_expected_usd: Type.Number(),
          sue: maybe('the surprise in usual errors of the eight quarters before it'),
        }),
      ),
      score: Type.Union([Type.Number({ minimum: -100, maximum: 100 }), Type.Null()], {
        description: 'of the last four surprises; prices tend to drift their way after an announcement',
      }),
    }),
    { description: 'the nearest first' },
  ),
  unresolved: Type.Array(
    Type.Object({
      ticker: Type.String(),
      reason: Type.String({ enum: ['not_listed', 'announces_nothing', 'no_habit'] }),
    }),
  ),
})

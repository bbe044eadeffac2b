// The /labor answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const month = Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}$' }), Type.Null()])

export const laborAnswer = answerSchema(signalSchema(labels, [-100, 100]), {
  payrolls: Type.Object({
    month,
    mom_k: number('jobs added in the newest month, thousands'),
    avg_3m_k: number('the mean of three months'),
    revision_2m_k: number('revision of the two months before, made by the newest release; null until two releases were seen'),
    yoy_pct: number('over 12 months'),
  }),
  unemployment: Type.Object({
    u3_pct: number('unemployment rate'),
    u6_pct: number('with the marginally attached and the part-time for economic reasons'),
    sahm: number('Sahm rule in real time, percentage points'),
    sahm_triggered: Type.Union([Type.Boolean(), Type.Null()], { description: '0.50 or more' }),
  }),
  participation: Type.Object({
    lfpr_pct: number('labor force participation'),
    prime_age_pct: number('participation at 25 to 54'),
    prime_age_employment_pct: number('employed share at 25 to 54'),
  }),
  wages: Type.Object({
    ahe_mom_pct: number('average hourly earnings over one month'),
    ahe_yoy_pct: number('over 12 months'),
    real_yoy_pct: number('the same less consumer price inflation'),
    wage_tracker_pct: number('Atlanta Fed median wage growth, three-month mean'),
  }),
  claims: Type.Object({
    week: Type.Union([Type.String({ format: 'date' }), Type.Null()], { description: 'the Saturday it ended' }),
    initial_k: number('thousands'),
    avg4_k: number('four-week mean, thousands'),
    continuing_k: number('thousands'),
  }),
  jolts: Type.Object({
    month,
    openings_m: number('millions'),
    quits_rate_pct: number('percent of employment'),
    layoffs_rate_pct: number('percent of employment'),
    vacancy_unemployment_ratio: number('openings an unemployed person'),
  }),
  next_release: Type.Array(Type.Object({ name: Type.String(), expected_date: Type.String({ format: 'date' }) }), {
    description: 'by the usual pattern, counted from the newest figure here',
  }),
})

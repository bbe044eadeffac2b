// The US labor market: jobs, unemployment, wages, claims and openings as one signal.
import { nextReleases } from '../../../base/calendar/us-releases.ts'
import { blsObservations, blsSeries, payrollRelease } from '../../../ingestors/sources/bls/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import {
  all,
  day,
  defineSignalService,
  flag,
  list,
  mapped,
  maybe,
  month,
  number,
  pct,
  seriesOf,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { computeLabor, labels, releasesOf } from './signal.ts'

const days = 4_018
const bls = seriesOf(blsObservations, ({ value }) => value, { days })
const fred = seriesOf(fredObservations, ({ value }) => value, { days })

export default defineSignalService({
  label: 'labor',
  title: 'Labor',
  description: 'How tight the US labor market is, from payrolls, the household survey, claims and job openings.',
  version: '2',
  tags: ['macro', 'labor'],
  rows: { one: 'us' },
  facts: {
    payrollsK: bls(blsSeries.payrollsK),
    releases: mapped(all(blsObservations, { key: payrollRelease, days: 100 }), releasesOf),
    unemployment: bls(blsSeries.unemployment),
    underemployment: bls(blsSeries.underemployment),
    unemployedK: bls(blsSeries.unemployedK),
    participation: bls(blsSeries.participation),
    primeAgeParticipation: bls(blsSeries.primeAgeParticipation),
    primeAgeEmployment: bls(blsSeries.primeAgeEmployment),
    hourlyEarnings: bls(blsSeries.hourlyEarnings),
    cpi: bls(blsSeries.cpi),
    weeklyHours: bls(blsSeries.weeklyHours),
    openingsK: bls(blsSeries.openingsK),
    quitsRate: bls(blsSeries.quitsRate),
    layoffsRate: bls(blsSeries.layoffsRate),
    wageTracker: fred('FRBATLWGT3MMAUMHWGO'),
    sahmPublished: fred('SAHMREALTIME'),
    claims: fred('ICSA'),
    continued: fred('CCSA'),
  },
  route: signalRoute({
    path: '/labor',
    price: '0.05',
    summary: 'US labor market signal: payrolls and revisions, unemployment and the Sahm rule, wages, claims, openings and quits',
    tags: ['macro', 'labor', 'employment', 'wages'],
    age: (_body, now) => ({ sections: { next_release: nextReleases(now) } }),
    fresh: { days: 14 },
    sold: { days: 45 },
    labels,
    answer: {
      payrolls: {
        month: maybe(month()),
        mom_k: number('jobs added in the newest month, thousands', 0),
        avg_3m_k: number('the mean of three months', 0),
        revision_2m_k: number(
          'revision of the two months before, made by the newest release; null until two releases were seen',
          0,
        ),
        yoy_pct: pct('over 12 months', 1),
      },
      unemployment: {
        u3_pct: pct('unemployment rate'),
        u6_pct: pct('with the marginally attached and the part-time for economic reasons'),
        sahm: number('Sahm rule in real time, percentage points', 2),
        sahm_triggered: maybe(flag('0.50 or more')),
      },
      participation: {
        lfpr_pct: pct('labor force participation'),
        prime_age_pct: pct('participation at 25 to 54'),
        prime_age_employment_pct: pct('employed share at 25 to 54'),
      },
      wages: {
        ahe_mom_pct: pct('average hourly earnings over one month', 2),
        ahe_yoy_pct: pct('over 12 months', 1),
        real_yoy_pct: pct('the same less consumer price inflation', 1),
        wage_tracker_pct: pct('Atlanta Fed median wage growth, three-month mean', 1),
      },
      claims: {
        week: maybe(day('the Saturday it ended')),
        initial_k: number('thousands', 1),
        avg4_k: number('four-week mean, thousands', 1),
        continuing_k: number('thousands', 1),
      },
      jolts: {
        month: maybe(month()),
        openings_m: number('millions', 2),
        quits_rate_pct: pct('percent of employment'),
        layoffs_rate_pct: pct('percent of employment'),
        vacancy_unemployment_ratio: number('openings an unemployed person', 2),
      },
      next_release: list(
        {
          name: text(),
          expected_date: day(),
          basis: word(['calendar', 'rule'], "the agency's own calendar, or the rule it is made by"),
        },
        'after today',
      ),
    },
  }),
  signal: (inputs, now) => ({ ...computeLabor(inputs, now), next_release: nextReleases(now) }),
})

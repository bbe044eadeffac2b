// The business cycle: phase, coincident and leading indicators and recession odds of the United States; other countries by the OECD's indicator.
import Type from 'typebox'
import { leadingIndicators } from '../../../ingestors/sources/oecd-cli/topic.ts'
import { cycleFacts, days } from '../../families/us-cycle.ts'
import { phases } from '../../formula/business-cycle.ts'
import { country, countryName, findCountry } from '../../inputs/country.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import {
  count,
  day,
  defineSignalService,
  flag,
  list,
  maybe,
  mayTake,
  month,
  number,
  pct,
  schema,
  series,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { computeAbroad } from './abroad.ts'
import { computeCycle } from './signal.ts'

const home = 'us'
const share = { minimum: 0, maximum: 1 }

export default defineSignalService({
  label: 'cycle',
  title: 'Business cycle',
  description:
    'Which phase the US economy is in, for how long, what leads it, and how likely a recession is; the phase of 16 others.',
  version: '3',
  tags: ['macro', 'business-cycle'],
  rows: {
    byKey: ({ topic, key }) => {
      if (topic !== leadingIndicators.name) return home
      const iso2 = findCountry(key)
      return iso2 === undefined || iso2 === 'US' ? null : iso2
    },
  },
  kinds: [home, 'DE'],
  facts: (key) =>
    key === home
      ? { us: cycleFacts }
      : { index: series(leadingIndicators, ({ index }) => index, { key: iso3Of.get(key) ?? key, days }) },
  route: signalRoute({
    path: '/cycle',
    price: '0.05',
    summary:
      'Business cycle: phase, leading indicators, and for the US recession probability, coincident indicators and the Sahm rule',
    tags: ['macro', 'business-cycle', 'recession'],
    takes: { country: mayTake(country) },
    key: (input) => (input.country === undefined || input.country === 'US' ? home : input.country),
    closed: true,
    fresh: { days: 7 },
    // A month's indicator, dated by its first day, is the newest until the middle of the month after the next.
    sold: { days: 80 },
    labels: phases,
    answer: {
      country: { iso2: schema(Type.String({ pattern: '^[A-Z]{2}$' })), name: text() },
      basis: word(
        ['us_model', 'oecd_cli'],
        "oecd_cli: phase and leading score are of the OECD's leading indicator alone, and the US parts are null",
      ),
      phase: word(phases),
      months_in_phase: count('months in a row with this phase, as the data read today', { minimum: 0 }),
      coincident: {
        score: number('mean of the components, robust deviations from ten years of their own half-year growth', 2),
        momentum_3m: number('its change over three months', 2),
        components: list({
          id: text('FRED series'),
          growth_6m_saar_pct: pct('growth over six months, annualised', 1),
          z: number('robust deviations from its ten-year median', 2),
          month: maybe(text()),
        }),
      },
      leading: {
        score: number('mean of the components, robust deviations', 2),
        components: list({ id: text(), z: number('more is better for growth', 2), date: maybe(text()) }),
      },
      recession: {
        probability_12m: number('mean of the three models below that are there', 3, share),
        yield_probit: number('yield curve, 12 months ahead', 3, share),
        ebp_prob: number('excess bond premium, 12 months ahead', 3, share),
        smoothed_prob: number('Chauvet-Piger smoothed probability of being in recession', 4, share),
        sahm: number('Sahm rule in real time, percentage points', 2),
        sahm_triggered: maybe(flag('0.50 or more')),
        nber_recession: maybe(flag('the newest month the NBER has dated')),
        as_of: {
          yield_probit: maybe(day()),
          ebp_prob: maybe(month()),
          smoothed_prob: maybe(month()),
          sahm: maybe(month()),
          nber_recession: maybe(month()),
        },
      },
      breadth: { pct_rising_6m: number('share of coincident components above their level of six months ago, percent', 0) },
      playbook: { historical_factor_tilt: text('what has tended to happen, not advice') },
    },
  }),
  signal(inputs, now, key) {
    const [iso2, basis] = key === home ? (['US', 'us_model'] as const) : ([key, 'oecd_cli'] as const)
    const name = countryName(iso2)
    const told = 'us' in inputs ? computeCycle(inputs.us, now) : computeAbroad(inputs.index, name, now)
    return { ...told, label: told.phase, country: { iso2, name }, basis }
  },
})

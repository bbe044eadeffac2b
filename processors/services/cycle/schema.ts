// The /cycle answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { phases } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const share = (description: string) => Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description })
const flag = (description: string) => Type.Union([Type.Boolean(), Type.Null()], { description })
const text = Type.Union([Type.String(), Type.Null()])

export const cycleAnswer = answerSchema(signalSchema(phases, [-100, 100]), {
  country: Type.Object({ iso2: Type.String({ pattern: '^[A-Z]{2}$' }), name: Type.String() }),
  basis: Type.String({
    enum: ['us_model', 'oecd_cli'],
    description: "oecd_cli: phase and leading score are of the OECD's leading indicator alone, and the US parts are null",
  }),
  phase: Type.String({ enum: [...phases] }),
  months_in_phase: Type.Integer({ minimum: 0, description: 'months in a row with this phase, as the data read today' }),
  coincident: Type.Object({
    score: number('mean of the components, robust deviations from ten years of their own half-year growth'),
    momentum_3m: number('its change over three months'),
    components: Type.Array(
      Type.Object({
        id: Type.String({ description: 'FRED series' }),
        growth_6m_saar_pct: number('growth over six months, annualised'),
        z: number('robust deviations from its ten-year median'),
        month: text,
      }),
    ),
  }),
  leading: Type.Object({
    score: number('mean of the components, robust deviations'),
    components: Type.Array(Type.Object({ id: Type.String(), z: number('more is better for growth'), date: text })),
  }),
  recession: Type.Object({
    probability_12m: share('mean of the three models below that are there'),
    yield_probit: share('yield curve, 12 months ahead'),
    ebp_prob: share('excess bond premium, 12 months ahead'),
    smoothed_prob: share('Chauvet-Piger smoothed probability of being in recession'),
    sahm: number('Sahm rule in real time, percentage points'),
    sahm_triggered: flag('0.50 or more'),
    nber_recession: flag('the newest month the NBER has dated'),
  }),
  breadth: Type.Object({ pct_rising_6m: number('share of coincident components above their level of six months ago, percent') }),
  playbook: Type.Object({ historical_factor_tilt: Type.String({ description: 'what has tended to happen, not advice' }) }),
})

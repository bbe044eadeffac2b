// The consumer signal: spending and income after prices, mood, late payments, saving, and what petrol and mortgages did, each against its own ten years.
import {
  atNewest,
  changesOver,
  combineMonths,
  composite,
  differencesOver,
  growthOver,
  newestValue,
  type Point,
  partOf,
  type SeriesNamed,
  say,
  scored,
  squash,
  standardise,
} from '../../formula/index.ts'
import { signedLadder } from '../../formula/ladder.ts'

export type ConsumerInputs = SeriesNamed<
  | 'retailM'
  | 'cpi'
  | 'consumption'
  | 'income'
  | 'savingRate'
  | 'revolving'
  | 'cardDelinquency'
  | 'sentiment'
  | 'gasoline'
  | 'mortgage'
  | 'hourlyEarnings'
  | 'wageCpi'
>

export const labels = signedLadder(['strong', 'healthy', 'steady', 'strained', 'retrenching'])

const quarterDays = 91
const fewestWeeks = 100
const fewestQuarters = 12

export function computeConsumer(inputs: ConsumerInputs, now: Date) {
  const real = combineMonths(inputs.retailM, inputs.cpi, over)
  const realQuarter = growthOver(real, 3, { annualised: true })
  const dpi = growthOver(inputs.income, 12)
  const late = differencesOver(inputs.cardDelinquency, 12)
  // Petrol by its price's change, mortgages by percentage points: each in its own usual steps, then alike.
  const petrol = standardise(changesOver(inputs.gasoline, quarterDays), fewestWeeks)
  const mortgage = standardise(changesOver(inputs.mortgage, quarterDays), fewestWeeks)
  const dearer = [petrol, mortgage].flatMap((points) => points.slice(-1).map(({ value }) => value))
  const wages = growthOver(combineMonths(inputs.hourlyEarnings, inputs.wageCpi, over), 12)
  const mix = composite(
    [
      partOf('real_retail_sales', 0.25, realQuarter, 95, scored(realQuarter, 1)),
      partOf('real_income', 0.2, dpi, 95, scored(dpi, 1)),
      partOf('sentiment', 0.15, inputs.sentiment, 95, scored(inputs.sentiment, 1)),
      partOf('card_delinquency', 0.15, late, 230, scored(late, -1, fewestQuarters)),
      partOf('saving_rate', 0.1, inputs.savingRate, 95, scored(inputs.savingRate, 1)),
      partOf(
        'petrol_and_mortgages',
        0.15,
        petrol.length > 0 ? inputs.gasoline : inputs.mortgage,
        21,
        dearer.length === 0 ? null : squash(-dearer.reduce((sum, z) => sum + z, 0) / dearer.length),
      ),
    ],
    now,
  )
  const at = (points: readonly Point[]) => points.at(-1)?.at ?? null
  const label = labels.of(mix.score)
  const [sales, reals] = [atNewest(inputs.retailM, growthOver(inputs.retailM, 1)), newestValue(realQuarter)]
  return {
    mix,
    label,
    spending: {
      month: at(inputs.retailM),
      retail_mom_pct: sales,
      retail_real_3m_saar_pct: reals,
      real_month: at(realQuarter),
      pce_real_yoy_pct: atNewest(inputs.consumption, growthOver(inputs.consumption, 12)),
      pce_month: at(inputs.consumption),
    },
    income: {
      month: at(inputs.income),
      real_dpi_yoy_pct: atNewest(inputs.income, dpi),
      // Of the month the income is of, or none.
      saving_rate_pct: atNewest(inputs.income, inputs.savingRate),
      real_wage_yoy_pct: newestValue(wages),
      wage_month: at(wages),
    },
    credit: {
      revolving_yoy_pct: atNewest(inputs.revolving, growthOver(inputs.revolving, 12)),
      revolving_month: at(inputs.revolving),
      card_delinquency_pct: newestValue(inputs.cardDelinquency),
      card_delinquency_chg_4q_pp: atNewest(inputs.cardDelinquency, late),
      quarter_from: at(inputs.cardDelinquency),
    },
    sentiment: {
      index: newestValue(inputs.sentiment),
      z: newestValue(standardise(inputs.sentiment)),
      month: at(inputs.sentiment),
    },
    costs: {
      gasoline_usd: newestValue(inputs.gasoline),
      gasoline_week: at(inputs.gasoline),
      mortgage_30y_pct: newestValue(inputs.mortgage),
      mortgage_week: at(inputs.mortgage),
      cpi_yoy_pct: atNewest(inputs.cpi, growthOver(inputs.cpi, 12)),
      cpi_month: at(inputs.cpi),
    },
    summary:
      `US consumers ${label} (${Math.round(mix.score)}): retail sales ${say(sales, 1, ' %')} on the month, ${say(reals, 1, ' %')} after prices ` +
      `over three months at an annual rate; saving ${say(newestValue(inputs.savingRate), 1, ' %')}, cards late ` +
      `${say(newestValue(inputs.cardDelinquency), 2, ' %')}, sentiment ${say(newestValue(inputs.sentiment), 0)}.`,
  }
}

const over = (a: number, b: number): number | null => (b === 0 ? null : a / b)

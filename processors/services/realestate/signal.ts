// The housing signal: prices, what a loan on the median house takes of the median income, permits, mortgage rates and new houses unsold.
import {
  atNewest,
  changesOver,
  combine,
  composite,
  growthOver,
  minus,
  monthlyMean,
  newestValue,
  type Point,
  partOf,
  pointAt,
  type SeriesNamed,
  say,
  scored,
} from '../../formula/index.ts'
import { signedLadder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface Area {
  readonly place: string
  /** As the agency writes it: cities and states of a metropolitan area. */
  readonly fullName: string
  /** "Austin, TX", or the whole name. */
  readonly name: string
  readonly level: 'country' | 'state' | 'metro'
  /** What it is asked by. */
  readonly keys: readonly string[]
  readonly index: readonly Point[]
}

export interface HousingInputs
  extends SeriesNamed<
    | 'mortgage'
    | 'tenYear'
    | 'medianPrice'
    | 'income'
    | 'permits'
    | 'starts'
    | 'monthsSupply'
    | 'rentCpi'
    | 'officeDelinquency'
    | 'tightening'
  > {
  readonly areas: readonly Area[]
  /** Home values and rents by "Austin, TX". */
  readonly zillow: ReadonlyMap<string, { readonly home_value_usd: readonly Point[]; readonly rent_usd: readonly Point[] }>
}

export const labels = signedLadder(['hot', 'warm', 'balanced', 'cool', 'cold'])

const quarterDays = 91
const dayMs = 86_400_000
const loanShare = 0.8
const mostRanked = 5
const mostSureOfPart = 0.6

/** What a loan over 30 years costs a year, of its sum. */
export function yearlyPayment(ratePct: number): number {
  const monthly = ratePct / 1_200
  return monthly === 0 ? 1 / 30 : (12 * monthly) / (1 - (1 + monthly) ** -360)
}

/** Payments on the median house in percent of the median income, by month: the price of its quarter moved by the index to each other month. */
export function burden(index: readonly Point[], inputs: Pick<HousingInputs, 'medianPrice' | 'mortgage' | 'income'>): Point[] {
  const priced = inputs.medianPrice.at(-1)
  const base = priced === undefined ? undefined : index.filter(({ at }) => quarterOf(at) === quarterOf(priced.at))
  if (priced === undefined || base === undefined || base.length === 0) return []
  const mean = base.reduce((sum, { value }) => sum + value, 0) / base.length
  const rates = monthlyMean([inputs.mortgage])
  return combine(
    combine(index, rates, (level, rate) => loanShare * priced.value * (level / mean) * yearlyPayment(rate)),
    inputs.income,
    (payment, income) => (income <= 0 ? null : (100 * payment) / income),
  )
}

const quarterOf = (at: Date): number => at.getUTCFullYear() * 4 + Math.floor(at.getUTCMonth() / 3)

export function computeHousing(inputs: HousingInputs, now: Date) {
  const whole = inputs.areas.find(({ level }) => level === 'country')
  const payments = whole === undefined ? [] : burden(whole.index, inputs)
  const mortgageMove = changesOver(inputs.mortgage, quarterDays)
  const permits = growthOver(inputs.permits, 3)
  const at = (points: readonly Point[]) => points.at(-1)?.at ?? null
  const ranked = rank(inputs.areas)
  const financing = {
    mortgage_30y_pct: newestValue(inputs.mortgage),
    week: at(inputs.mortgage),
    chg_13w_pp: atNewest(inputs.mortgage, mortgageMove),
    spread_to_10y_bp: spreadBp(inputs.mortgage.at(-1), inputs.tenYear),
  }
  const nation = {
    supply: {
      permits_k: newestValue(inputs.permits),
      permits_month: at(inputs.permits),
      starts_k: newestValue(inputs.starts),
      starts_month: at(inputs.starts),
      new_home_months_supply: newestValue(inputs.monthsSupply),
      supply_month: at(inputs.monthsSupply),
    },
    credit: {
      cre_delinquency_pct: newestValue(inputs.officeDelinquency),
      cre_quarter_from: at(inputs.officeDelinquency),
      sloos_tightening_pct: newestValue(inputs.tightening),
      sloos_quarter_from: at(inputs.tightening),
    },
  }
  return inputs.areas.flatMap((area) => {
    const told = tell(area)
    return area.keys.map((key) => ({ ...told, key }))
  })

  function tell(area: Area) {
    const { level, index, name } = area
    const isWhole = level === 'country'
    const step = isWhole ? 1 : 3
    const own = isWhole ? payments : []
    const yoy = growthOver(index, 12)
    // What is not adjusted for seasons is only compared with the same season.
    const trend = level === 'metro' ? yoy : growthOver(index, 3, { annualised: true })
    const mix = composite(
      [
        partOf('home_prices', 0.3, trend, isWhole ? 125 : 260, scored(trend, 1, level === 'country' ? 24 : 12)),
        partOf('affordability', 0.2, own, 125, scored(own, -1)),
        partOf('permits', 0.2, permits, 95, scored(permits, 1)),
        partOf('mortgage_rate', 0.15, mortgageMove, 21, scored(mortgageMove, -1, 100)),
        partOf('months_supply', 0.15, inputs.monthsSupply, 95, scored(inputs.monthsSupply, -1)),
      ],
      now,
    )
    const values = inputs.zillow.get(name)
    const [homes, rents] = [values?.home_value_usd ?? [], values?.rent_usd ?? []]
    const yearly = atNewest(index, yoy)
    const inState = ranked.filter((one) => level !== 'state' || one.states.includes(area.place))
    const show = (list: typeof ranked) => list.slice(0, mostRanked).map(({ states: _, ...one }) => one)
    return {
      mix: { ...mix, confidence: isWhole ? mix.confidence : Math.min(mix.confidence, mostSureOfPart) },
      region: { name, code: area.place, level },
      basis: {
        prices: level === 'metro' ? ('all_transactions_not_adjusted' as const) : ('purchases_adjusted' as const),
        others: isWhole ? 'the United States' : 'the United States, but home values and rents by Zillow',
      },
      prices: {
        period_to: at(index),
        frequency: isWhole ? ('monthly' as const) : ('quarterly' as const),
        fhfa_mom_pct: isWhole ? atNewest(index, growthOver(index, step)) : null,
        fhfa_qoq_pct: isWhole ? null : atNewest(index, growthOver(index, step)),
        fhfa_yoy_pct: yearly,
        zhvi_usd: newestValue(homes),
        zhvi_yoy_pct: atNewest(homes, growthOver(homes, 12)),
        zhvi_month: at(homes),
      },
      rents: {
        zori_usd: newestValue(rents),
        zori_yoy_pct: atNewest(rents, growthOver(rents, 12)),
        zori_month: at(rents),
        cpi_rent_yoy_pct: atNewest(inputs.rentCpi, growthOver(inputs.rentCpi, 12)),
        cpi_month: at(inputs.rentCpi),
      },
      financing: { ...financing, payment_to_income_pct: newestValue(own), payment_month: at(own) },
      ...nation,
      // None is both: where few are known there are no coldest.
      metros: { hottest: show(inState), coldest: show(inState.slice(mostRanked).toReversed()) },
      summary:
        `Housing in ${name} ${labels.of(mix.score)} (${Math.round(mix.score)}): prices ${say(yearly, 1, ' %')} over the year` +
        ` (${at(index)?.toISOString().slice(0, 7) ?? 'no month'}), mortgages ${say(financing.mortgage_30y_pct, 2, ' %')}` +
        `${isWhole ? `, payments ${say(newestValue(own), 0, ' %')} of income` : ''}, ${say(nation.supply.new_home_months_supply, 1)} months of new US houses.`,
    }
  }
}

/** Metropolitan areas by their prices over four quarters, of the newest quarter that any has. */
function rank(areas: readonly Area[]) {
  const metros = areas.filter(({ level }) => level === 'metro')
  const newest = Math.max(...metros.map(({ index }) => index.at(-1)?.at.getTime() ?? 0))
  return metros
    .flatMap((area) => {
      const yoy = growthOver(area.index, 12).at(-1)
      if (yoy?.at.getTime() !== newest) return []
      const states = area.fullName.split(', ').at(-1)!.split(' ')[0]!.split('-')
      return [{ name: area.name, cbsa: area.place, yoy_pct: yoy.value, quarter_to: yoy.at, states }]
    })
    .sort(mostFirst('yoy_pct', 'cbsa'))
}

function spreadBp(mortgage: Point | undefined, tenYear: readonly Point[]): number | null {
  if (mortgage === undefined) return null
  const then = pointAt(tenYear, mortgage.at)
  const isThen = then !== null && mortgage.at.getTime() - then.at.getTime() <= 4 * dayMs
  const spread = minus(mortgage.value, isThen ? then.value : null)
  return spread === null ? null : 100 * spread
}

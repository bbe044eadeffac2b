// How tight a crop's supply is, 0 to 100: what the world outside China keeps of it, drought at home, its price's run and speculators' side.
import {
  clip,
  composite,
  growthOver,
  lastDays,
  newestValue,
  type Point,
  part,
  percentile,
  percentileOfNewest,
  round,
  say,
  weightedMean,
} from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'

interface Group {
  readonly production_kt: number
  readonly use_kt: number
  readonly net_exports_kt: number
  readonly ending_stocks_kt: number
}

export interface MarketYear {
  readonly market_year: number
  readonly estimated_in: string
  readonly readAt: Date
  readonly world: Group
  readonly without_china: Group
}

export interface Crop {
  readonly name: string
  /** Oldest first; empty where no balance is made of it. */
  readonly years: readonly MarketYear[]
  readonly price: { readonly unit: string; readonly points: readonly Point[] }
  readonly positions: readonly Point[]
  /** Whether drought in the United States is drought where it grows. */
  readonly isGrownInUs: boolean
}

export interface AgriInputs {
  readonly crops: readonly Crop[]
  readonly drought: readonly Point[]
  readonly food: readonly Point[]
  readonly parts: Readonly<Record<string, readonly Point[]>>
  readonly nino: readonly Point[]
}

export const labels = ladder(['glut', 'comfortable', 'balanced', 'tight', 'critical'], [20, 40, 60, 80])

const fewestYears = 10
const yearsCompared = 20
const threeYears = 3 * 365
const tenYears = 3_653
const kgPerTonne = 1_000
const cappedConfidence = 0.8

/** Ending stocks in percent of a year's use, where what a group sells to others counts as its use. */
export const stocksToUse = ({ ending_stocks_kt: stocks, use_kt: use, net_exports_kt: sold }: Group): number | null =>
  use + sold <= 0 ? null : (100 * stocks) / (use + sold)

export function judge(crop: Crop, drought: readonly Point[], now: Date) {
  const ratios = crop.years.slice(-yearsCompared).flatMap((year) => {
    const ratio = stocksToUse(year.without_china)
    return ratio === null ? [] : [{ year, ratio }]
  })
  const newest = ratios.at(-1)
  const isNewest = newest?.year === crop.years.at(-1)
  const pctile =
    newest === undefined || !isNewest || ratios.length < fewestYears
      ? null
      : percentile(
          newest.ratio,
          ratios.map(({ ratio }) => ratio),
        )
  const run = growthOver(crop.price.points, 3)
  const isRunNewest = run.at(-1)?.at.getTime() === crop.price.points.at(-1)?.at.getTime()
  const dryness = percentileOfNewest(drought, tenYears, 200)
  const side = percentileOfNewest(lastDays(crop.positions, threeYears), threeYears, 100)
  const mix = composite(
    [
      part('stocks_to_use', 0.4, pctile === null ? null : 100 - pctile, newest?.year.readAt, 45),
      ...(crop.isGrownInUs ? [part('us_drought', 0.15, dryness, drought.at(-1)?.at, 16)] : []),
      part('price_run', 0.15, isRunNewest ? percentileOfNewest(run, tenYears) : null, crop.price.points.at(-1)?.at, 80),
      part('positions', 0.1, side, crop.positions.at(-1)?.at, 14),
    ],
    now,
  )
  const told = crop.years.at(-1)
  const newestPrice = crop.price.points.at(-1)
  return {
    mix,
    /** What the harvest is worth, in millions of dollars: a crop's weight. */
    worth:
      told === undefined || newestPrice === undefined
        ? null
        : told.world.production_kt * inTonnes(newestPrice.value, crop.price.unit),
    told: {
      name: crop.name,
      tightness: round(clip(mix.score, 0, 100), 1),
      label: mix.availableWeight < 0.5 ? null : labels.of(mix.score),
      confidence: Math.min(mix.confidence, cappedConfidence),
      stocks_to_use_pct: told === undefined ? null : stocksToUse(told.without_china),
      stocks_to_use_pctile: pctile,
      world_stocks_to_use_pct: told === undefined ? null : stocksToUse(told.world),
      ending_stocks_kt: told?.world.ending_stocks_kt ?? null,
      production_kt: told?.world.production_kt ?? null,
      market_year: told === undefined ? null : `${told.market_year}/${String((told.market_year + 1) % 100).padStart(2, '0')}`,
      estimated_in: told?.estimated_in ?? null,
      price: newestPrice?.value ?? null,
      price_unit: crop.price.unit,
      price_month: newestPrice?.at ?? null,
      price_3m_pct: isRunNewest ? newestValue(run) : null,
      cot_net_pctile: side,
      cot_published: crop.positions.at(-1)?.at ?? null,
    },
  }
}

const inTonnes = (price: number, unit: string): number => (unit === 'USD/kg' ? price * kgPerTonne : price) / 1_000

export function computeAgri({ crops, drought, food, parts, nino }: AgriInputs, now: Date, key: string) {
  const judged = crops.map((crop) => judge(crop, drought, now)).filter(({ mix }) => mix.availableWeight > 0)
  const weighed = judged.filter(({ mix, worth }) => worth !== null && mix.availableWeight >= 0.5)
  const [only] = judged
  const together = composite(
    crops.map(({ name }) => {
      const own = judged.find(({ told }) => told.name === name)
      return { id: name, weight: own?.worth ?? 0, score: own !== undefined && weighed.includes(own) ? own.mix.score : null }
    }),
    now,
  )
  const sureness = weightedMean(weighed.map(({ told, worth }) => ({ value: told.confidence, weight: worth! }))) ?? 0
  const isAll = key === 'all'
  const mix = isAll
    ? { ...together, availableWeight: weighed.length === 0 ? 0 : 1, confidence: round(sureness, 2) }
    : only === undefined
      ? { ...together, availableWeight: 0 }
      : { ...only.mix, confidence: only.told.confidence }
  const at = (points: readonly Point[]) => points.at(-1)?.at ?? null
  const yoy = growthOver(food, 12).at(-1)
  const byTightness = (list: typeof judged) => list.map(({ told }) => told).sort(mostFirst('tightness', 'name'))
  // One that is judged by too little is shown and named in no summary.
  const sure = byTightness(weighed)
  return {
    mix,
    direction: 'none' as const,
    commodities: byTightness(judged),
    weather: {
      drought_d2_plus_pct: newestValue(drought),
      drought_map: at(drought),
      enso_oni: newestValue(nino),
      enso_months_to: at(nino),
    },
    food_price_index: {
      value: newestValue(food),
      month: at(food),
      yoy_pct: yoy !== undefined && yoy.at.getTime() === food.at(-1)?.at.getTime() ? yoy.value : null,
      components: Object.fromEntries(Object.entries(parts).map(([name, points]) => [name, newestValue(points)])) as Record<
        'meat' | 'dairy' | 'cereals' | 'oils' | 'sugar',
        number | null
      >,
    },
    summary: isAll ? sayAll() : only === undefined ? 'nothing is known' : sayOne(only.told),
  }

  function sayAll(): string {
    const [first, last] = [sure[0], sure.at(-1)]
    return (
      `Crops ${labels.of(mix.score)} (${Math.round(mix.score)} of 100): tightest ${first?.name ?? 'unknown'} (${say(first?.tightness ?? null, 0)}), ` +
      `easiest ${last?.name ?? 'unknown'} (${say(last?.tightness ?? null, 0)}); severe drought on ${say(newestValue(drought), 0, ' %')} of the US, ` +
      `food prices ${say(yoy?.value ?? null, 1, ' %')} over the year.`
    )
  }

  function sayOne(one: NonNullable<typeof only>['told']): string {
    return (
      `${one.name} ${labels.of(one.tightness)} (${Math.round(one.tightness)} of 100): stocks outside China ${say(one.stocks_to_use_pct, 1, ' %')} of use in ` +
      `${one.market_year ?? 'no market year'}, price ${say(one.price, 3)} ${one.price_unit}, ${say(one.price_3m_pct, 1, ' %')} over three months.`
    )
  }
}

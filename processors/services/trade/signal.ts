// The trade signal: what the world ships, what the country sells after prices, ships through the straits, duties at the border, and new orders.
import {
  atNewest,
  averageOverMonths,
  combineMonths,
  composite,
  differencesOver,
  growthOver,
  newestValue,
  type Point,
  partOf,
  type SeriesNamed,
  say,
  scale,
  scored,
  squashOrNull,
} from '../../formula/index.ts'
import { signedLadder } from '../../formula/ladder.ts'
import { newestShips, type Passage, passageZ } from '../../formula/passages.ts'

interface Partner {
  readonly iso2: string
  readonly name: string
  readonly exports: readonly Point[]
  readonly imports: readonly Point[]
}

interface Notice {
  readonly title: string
  readonly type: string
  readonly date: string
  readonly url: string
}

/** All in millions of dollars a month but indexes; what is told of the United States alone is empty elsewhere. */
export interface TradeInputs
  extends SeriesNamed<
    'world' | 'exports' | 'imports' | 'services' | 'exportPrices' | 'newOrders' | 'duties' | 'exportsOfAll' | 'importsOfAll'
  > {
  readonly reporter: string
  readonly name: string
  readonly straits: readonly Passage[]
  readonly partners: readonly Partner[]
  readonly notices: readonly Notice[]
}

export const labels = signedLadder(['booming', 'expanding', 'steady', 'slowing', 'contracting'])

const over = (a: number, b: number): number | null => (b <= 0 ? null : a / b)
const year = (points: readonly Point[]): Point[] => scale(averageOverMonths(points, 12), 12)
/** Three months over the three before. */
export const quarterly = (points: readonly Point[]): Point[] => growthOver(averageOverMonths(points, 3), 3)

export function computeTrade(inputs: TradeInputs, now: Date) {
  const { exports, imports, world, name } = inputs
  const isWhole = inputs.services.length > 0
  const [volume, sold] = [quarterly(world), quarterly(isWhole ? combineMonths(exports, inputs.exportPrices, over) : exports)]
  const rate = scale(combineMonths(year(inputs.duties), year(imports), over), 100)
  const rateMove = differencesOver(rate, 12)
  const z = passageZ(inputs.straits)
  const mix = composite(
    [
      partOf('world_trade', 0.35, volume, 125, scored(volume, 1)),
      partOf('exports', 0.25, sold, 125, scored(sold, 1)),
      partOf('straits', 0.15, newestShips(inputs.straits), 21, squashOrNull(z)),
      partOf('effective_tariff', 0.15, rateMove, 125, scored(rateMove, -1)),
      partOf('new_orders', 0.1, inputs.newOrders, 75, scored(inputs.newOrders, 1)),
    ],
    now,
  )
  const goods = combineMonths(exports, imports, (a, b) => a - b)
  const whole = isWhole ? combineMonths(goods, inputs.services, (a, b) => a + b) : goods
  const newest = whole.at(-1)
  const on = (points: readonly Point[]) => inBillions(atMonth(points, newest))
  const at = (points: readonly Point[]) => points.at(-1)?.at ?? null
  const concentration = concentrate(inputs)
  const quarterMean = averageOverMonths(whole, 3)
  return {
    // What stands for something else makes nobody sure.
    mix: { ...mix, confidence: Math.min(mix.confidence, isWhole ? 0.8 : 0.6) },
    reporter: { iso2: inputs.reporter, name },
    product: null,
    basis: {
      exports: isWhole ? 'goods after export prices' : 'goods in dollars, not after prices',
      shipping: isWhole ? 'ships through five straits and canals stand for calls at US ports' : 'none',
      orders: isWhole ? 'new orders of manufacturers around Philadelphia stand for export orders' : 'none',
    },
    balance: {
      month: newest?.at ?? null,
      goods_bn: on(goods),
      services_bn: isWhole ? on(inputs.services) : null,
      total_bn: isWhole ? on(whole) : null,
      chg_3m_bn: inBillions(atNewest(whole, differencesOver(quarterMean, 3))),
    },
    flows: {
      month: at(exports),
      exports_yoy_pct: atNewest(exports, growthOver(exports, 12)),
      // Of the month the exports are of, or none.
      imports_yoy_pct: atNewest(exports, growthOver(imports, 12)),
    },
    world: { wtm_3m3m_pct: atNewest(world, volume), month: at(world) },
    partners: inputs.partners
      .flatMap((one) => tellPartner(one, inputs))
      .sort((a, b) => b.exports_bn + b.imports_bn - a.exports_bn - a.imports_bn),
    tariff: {
      effective_rate_pct: newestValue(rate),
      customs_revenue_12m_bn: inBillions(atMonth(year(inputs.duties), rate.at(-1))),
      chg_12m_pp: atNewest(rate, rateMove),
      month: at(rate),
    },
    policy_events: inputs.notices
      .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.url < b.url ? -1 : 1))
      .map(({ title, type, date, url }) => ({ title, type, date, url })),
    concentration,
    summary:
      `Trade of ${name} ${labels.of(mix.score)} (${Math.round(mix.score)}): world volume ${say(atNewest(world, volume), 1, ' %')} over three months, ` +
      `exports ${say(atNewest(exports, growthOver(exports, 12)), 1, ' %')} over the year, balance ${say(on(whole), 1, ' bn USD')}` +
      `${isWhole ? `, effective tariff ${say(newestValue(rate), 2, ' %')}` : ' in goods'}.`,
  }
}

const inBillions = (millions: number | null): number | null => (millions === null ? null : millions / 1_000)

/** What a series says of another one's month, by whatever day it files it under. */
function atMonth(points: readonly Point[], of: Point | undefined): number | null {
  if (of === undefined) return null
  return newestValue(combineMonths([of], points, (_, value) => value))
}

/** Twelve months to the newest that has both ways. */
function tellPartner({ iso2, name, exports, imports }: Partner, all: Pick<TradeInputs, 'exportsOfAll' | 'importsOfAll'>) {
  const [sold, bought] = [year(exports), year(imports)]
  const both = combineMonths(sold, bought, (a, b) => a + b)
  const newest = both.at(-1)
  const [exported, imported] = [inBillions(atMonth(sold, newest)), inBillions(atMonth(bought, newest))]
  if (newest === undefined || exported === null || imported === null) return []
  const figures = { exports_bn: exported, imports_bn: imported, balance_bn: exported - imported }
  const shareOf = (billions: number, points: readonly Point[]) => {
    const whole = inBillions(atMonth(year(points), newest))
    return whole === null || whole <= 0 ? null : (100 * billions) / whole
  }
  const shares = {
    exports_share_pct: shareOf(exported, all.exportsOfAll),
    imports_share_pct: shareOf(imported, all.importsOfAll),
  }
  return [{ iso2, name, ...figures, ...shares, yoy_pct: atNewest(both, growthOver(both, 12)), month: newest.at }]
}

/** Herfindahl and Hirschman's index of where imports come from, in 12 months that all partners and the whole have. */
export function concentrate({ partners, importsOfAll }: Pick<TradeInputs, 'partners' | 'importsOfAll'>) {
  const whole = year(importsOfAll)
  const shares = partners.map(({ imports }) =>
    combineMonths(whole, year(imports), (all, own) => (all <= 0 ? null : (100 * own) / all)),
  )
  const common = whole.findLast(({ at }) => shares.every((points) => atMonth(points, { at, value: 0 }) !== null))
  if (common === undefined || partners.length === 0) return { import_hhi: null, listed_share_pct: null, month: null }
  const then = shares.map((points) => atMonth(points, common)!)
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return { import_hhi: sum(then.map((share) => share ** 2)), listed_share_pct: sum(then), month: common.at }
}

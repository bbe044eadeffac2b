// Wealth: what assets may bring after prices, how US households stand, and an illustrative mix for a profile and a horizon.
import { groups, wealthLevels } from '../../../ingestors/sources/fed-dfa/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { financialStress } from '../../../ingestors/sources/ofr-fsi/topic.ts'
import { type Tenor, treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { minus } from '../../formula/index.ts'
import { defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineInteger } from '../../inputs/kind.ts'
import {
  all,
  day,
  defineSignalService,
  known,
  list,
  mapped,
  maybe,
  mayTake,
  number,
  optionalFields,
  pct,
  section,
  series,
  seriesOf,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { type Asked, personal } from './shape.ts'
import { assets, computeWealth, householdsM, profiles, regime } from './signal.ts'

const methods = {
  equities: 'profits after tax of nonfinancial companies to the market value of their shares',
  bonds: 'five-year Treasury yield less five-year breakeven inflation',
  tips: 'ten-year inflation-linked Treasury yield',
  cash: 'three-month Treasury bill less five-year breakeven inflation',
  gold: 'assumed to keep its value and no more',
} as const
const fred = seriesOf(fredObservations, ({ value }) => value, { days: 11_000 })
const of = (key: 'nominal' | 'real', tenor: Tenor) =>
  series(treasuryYields, ({ yields }) => yields[tenor] ?? null, { key, days: 11_000 })

export default defineSignalService({
  label: 'wealth',
  title: 'Wealth',
  description: 'Expected real returns of assets, household wealth by group, and an illustrative mix for a profile and a horizon.',
  version: '2',
  tags: ['wealth', 'macro'],
  rows: { one: 'us' },
  facts: {
    profitsBn: fred('NFCPATAX'),
    equitiesM: fred('NCBEILQ027S'),
    nominal5: of('nominal', '5y'),
    bill: of('nominal', '3m'),
    real5: of('real', '5y'),
    real10: of('real', '10y'),
    slope: series(treasuryYields, ({ yields }) => minus(yields['10y'] ?? null, yields['3m'] ?? null), {
      key: 'nominal',
      days: 11_000,
    }),
    stress: series(financialStress, ({ index }) => index, { days: 4_018 }),
    levels: mapped(all(wealthLevels, { days: 800 }), (facts) => facts.map(({ value }) => value)),
  },
  route: signalRoute({
    path: '/analyze',
    price: '0.25',
    summary:
      'Expected real returns of shares, bonds, cash and gold, household wealth by group, and an illustrative mix by profile and horizon',
    tags: ['wealth', 'allocation', 'macro'],
    takes: {
      profile: mayTake(
        defineChoice('profile', profiles, { description: 'how much swing is bearable; balanced where nothing is said' }),
      ),
      horizon_years: mayTake(
        defineInteger({
          kind: 'horizon_years',
          least: 1,
          most: 40,
          example: 10,
          description: 'years, 1 to 40; 10 where nothing is said',
          otherNames: ['horizon'],
        }),
      ),
      age: mayTake(
        defineInteger({
          kind: 'age',
          least: 18,
          most: 100,
          example: 45,
          description: 'years, 18 to 100; not kept',
          otherNames: [],
        }),
      ),
      net_worth_usd: mayTake(
        defineMoney({
          most: 1e12,
          description: 'US dollars from 0; not kept, and told only as one of five wealth groups',
          otherNames: ['net_worth'],
        }),
      ),
    },
    shape: (body, input: Asked) => ({ ...body, ...personal(body, input) }),
    fresh: { days: 10 },
    sold: { days: 30 },
    labels: regime,
    disclaimer:
      'Illustrative and general: not personal advice, nor an offer. Expected returns are today’s yields, not forecasts; swings are assumed. What you send is not kept, and the answer does not repeat your age or wealth.',
    notTold: [
      'debt to income',
      'a percentile of what was sent: one of five groups is told',
      'scores of macro and liquidity: financial stress and the yield curve stand for them',
    ],
    answer: {
      regime: text('of premium, stress and curve'),
      household: {
        net_worth_usd_t: number('trillions of dollars, all US households', 2),
        net_worth_yoy_pct: pct(undefined, 2),
        top1_share_pct: pct('of net worth', 2),
        bottom50_share_pct: pct('of net worth', 2),
        debt_to_assets_pct: pct(undefined, 2),
        equity_share_pct: pct('shares and funds, of assets', 2),
        real_estate_share_pct: pct('of assets', 2),
        quarter_end: maybe(day()),
      },
      wealth_groups: list(
        {
          group: word(groups),
          mean_usd: known(usd(undefined, 0)),
          from_usd: maybe(known(usd('about where the group begins', 0))),
        },
        `net worth of a household by group, from the poorest up; ${householdsM} million households (Census, 2024)`,
      ),
      expected_returns: list({
        asset: word(assets),
        real_pct: pct('a year, after prices', 2),
        // A row of the release before has none, and may be served for days.
        ...optionalFields({
          as_of: maybe(day('of the newest figure in it, of a quarter its first day; null where it is assumed')),
        }),
        method: text(),
      }),
      equity_premium: section({
        points: number('percentage points of shares over ten-year inflation-linked bonds', 2),
        pctile: number('percentile among the quarters since the real curve begins', 1),
        breakeven_5y_pct: pct('five-year inflation as markets price it', 2),
      }),
      model: section(
        {
          profile: word(profiles),
          horizon_years: known(number()),
          allocation: { equities_pct: pct(), bonds_pct: pct(), tips_pct: pct(), cash_pct: pct(), gold_pct: pct() },
          expected_real_pct: pct('a year', 2),
          volatility_pct: pct('a year, of assumed swings', 2),
          range: section(
            { p10: number('dollars', 3), p50: number('dollars', 3), p90: number('dollars', 3) },
            'what one dollar may be at the horizon, after prices: lognormal, a tenth of cases below p10 and above p90',
          ),
        },
        'illustrative; the anchor of a profile, tilted by at most 15 points',
      ),
      ...optionalFields({ wealth_group: word(groups, 'only where net_worth_usd was sent') }),
      risks: list(text()),
    },
  }),
  signal(inputs, now) {
    const told = computeWealth(inputs, now)
    const { mix, label, summary, returns, stands } = told
    const expected_returns = assets.map((asset) => ({
      asset,
      real_pct: returns[asset],
      as_of: returns.at[asset],
      method: methods[asset],
    }))
    const wealth_groups = told.groups.map(({ group, mean, from }) => ({ group, mean_usd: mean, from_usd: from }))
    const { model, risks } = personal({ signal: { score: mix.score }, expected_returns, wealth_groups }, {})
    return {
      mix,
      label,
      summary,
      regime: label,
      household: {
        net_worth_usd_t: stands?.worthUsdT ?? null,
        net_worth_yoy_pct: stands?.yoyPct ?? null,
        top1_share_pct: stands?.top1 ?? null,
        bottom50_share_pct: stands?.bottom50 ?? null,
        debt_to_assets_pct: stands?.debtToAssets ?? null,
        equity_share_pct: stands?.equityShare ?? null,
        real_estate_share_pct: stands?.homeShare ?? null,
        quarter_end: stands?.quarter ?? null,
      },
      wealth_groups,
      expected_returns,
      equity_premium: { points: told.premium, pctile: told.rank, breakeven_5y_pct: returns.breakeven },
      model: { ...model, profile: 'balanced' as const },
      risks,
    }
  },
})

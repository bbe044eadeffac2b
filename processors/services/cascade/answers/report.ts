// The /report answer: every reserve, eMode and market of one chain, from who supplies and owes down to its largest borrowers.
import Type from 'typebox'
import { round } from '../../../formula/index.ts'
import { answerSchema, signalSchema } from '../../../kit/answer.ts'
import { signalHead } from '../../../kit/signal-head.ts'
import type { SetAside } from '../facts/soundness.ts'
import type { Assumptions } from '../model/market-state.ts'
import type { Protocol } from '../model/protocol.ts'
import { scoreLabel, scoreLabels } from '../score/score.ts'
import { distanceBoundsPct, distancePct, type Holding, healthBounds, histogramBounds } from '../survey/health-buckets.ts'
import { emptyKind, type KindSurvey, type Survey } from '../survey/survey.ts'
import { definitions } from './definitions.ts'
import { notWeighed, renderNotWeighed } from './not-weighed.ts'
import { cents, renderAtRisk, renderHolding } from './render.ts'
import { reportPage } from './report-page.ts'
import { percent } from './rounded.ts'
import { atRisk, holding, orNull, pct, count as positions, protocolName, statements, usd } from './sections.ts'
import { assumptionsOf, blindSpots } from './statements.ts'
import { count, money } from './words.ts'

const bucket = Type.Object({
  from: Type.Number(),
  to: orNull(Type.Number({ description: 'null: without end' })),
  ...holding.properties,
})

const market = Type.Object({
  protocol: protocolName,
  kind: Type.String({ enum: ['reserve', 'emode', 'market'] }),
  id: Type.String({ description: 'reserve address, eMode category with reserve, or market id' }),
  name: Type.String(),
  collateral_token: Type.String(),
  supplied_usd: orNull(usd('supplied')),
  borrowed_usd: orNull(usd('borrowed')),
  utilisation_pct: orNull(pct('borrowed of supplied')),
  liquidation_threshold_pct: pct('loan-to-value at which a position is liquidatable'),
  liquidation_bonus_pct: pct('what a liquidator receives on top'),
  oracle: Type.String({ enum: ['market', 'rate', 'fixed'] }),
  deficit_usd: orNull(usd('bad debt realised and not covered')),
  depth_2pct_usd: orNull(usd('what can be sold before the price falls by 2 %')),
  depth_coverage: Type.String({ description: 'where the depth was read' }),
  // Who owns two collaterals is in both of their markets with all that they owe.
  borrowers: Type.Object(
    {
      positions: positions('borrowers who use it as collateral'),
      collateral_usd: usd('their collateral here'),
      debt_usd: usd('all they owe, whatever else backs it'),
    },
    { description: 'who borrows against it; who owns two collaterals counts in both' },
  ),
  health_histogram: Type.Array(bucket, { description: 'the same by health factor' }),
  distance_histogram_pct: Type.Array(bucket, {
    description: 'the same by how far all collateral has to fall until liquidation, percent; from 0 to 0: liquidatable already',
  }),
  largest_positions: Type.Array(
    Type.Object({
      id: Type.String({ description: 'chain, protocol, account, and the market where each is for itself' }),
      collateral_usd: usd('collateral here'),
      debt_usd: usd('all debt, whatever else backs it'),
      health: Type.Number({ description: 'health factor' }),
      distance_pct: pct('how far all its collateral has to fall until it is liquidatable; 0: it is already'),
    }),
  ),
})

export const reportAnswer = answerSchema(signalSchema(scoreLabels, [0, 100]), {
  chain_id: Type.Integer(),
  totals: Type.Object({ borrowers: holding, at_risk: Type.Array(atRisk), deficit_usd: usd('realised and not covered') }),
  page: reportPage,
  markets: Type.Array(market),
  not_weighed: notWeighed,
  ...statements,
})

// What the book cannot know about a market; `collateralKind` is its place among those, null where it backs no loans.
export type MarketFacts = {
  readonly collateralKind: number | null
  readonly protocol: Protocol
  readonly kind: 'reserve' | 'emode' | 'market'
  readonly id: string
  readonly name: string
  readonly collateralToken: string
  readonly suppliedUsd: number | null
  readonly borrowedUsd: number | null
  readonly liquidationThreshold: number
  readonly liquidationBonus: number
  readonly oracle: 'market' | 'rate' | 'fixed'
  readonly deficitUsd: number | null
  readonly depth2PctUsd: number | null
  readonly depthCoverage: string
}

export type ReportInput = {
  readonly chainId: number
  readonly survey: Survey
  readonly markets: readonly MarketFacts[]
  readonly setAside: readonly SetAside[]
  readonly nameOf: (slot: number) => string
  readonly score: number
  readonly asOf: string
  readonly confidence: number
  readonly assumptions: Assumptions
}

const nearAt = healthBounds.indexOf(1.1)

export function answerReport(input: ReportInput) {
  const { survey } = input
  const markets = input.markets
    .map((facts) =>
      renderMarket(facts, facts.collateralKind === null ? emptyKind() : survey.kinds[facts.collateralKind]!, input.nameOf),
    )
    .toSorted((a, b) => b.borrowers.collateral_usd - a.borrowers.collateral_usd || (a.id < b.id ? -1 : 1))
  const below = healthBounds.map((_, b) => survey.byProtocol.map((p) => p.below[b]!).reduce(addHoldings))
  return {
    signal: signalHead({
      label: scoreLabel(input.score),
      score: input.score,
      range: [0, 100],
      confidence: input.confidence,
      now: new Date(input.asOf),
      summary: `Chain ${input.chainId}: ${count(survey.all.positions, 'borrower')} owe${survey.all.positions === 1 ? 's' : ''} ${money(survey.all.debtUsd)} against ${money(survey.all.collateralUsd)} in ${count(markets.length, 'market')}; ${below[0]!.positions} liquidatable now, ${below[nearAt]!.positions} with ${money(below[nearAt]!.collateralUsd)} below health 1.1.`,
    }),
    chain_id: input.chainId,
    totals: {
      borrowers: renderHolding(survey.all),
      at_risk: renderAtRisk(below),
      deficit_usd: cents(input.markets.reduce((sum, m) => sum + (m.kind === 'emode' ? 0 : (m.deficitUsd ?? 0)), 0)),
    },
    page: { markets: markets.length, matched: markets.length, offset: 0, returned: markets.length, next_offset: null },
    markets,
    not_weighed: renderNotWeighed([input]),
    assumptions: assumptionsOf(input.assumptions),
    blind_spots: [...blindSpots],
    definitions: [...definitions],
  }
}

function renderMarket(facts: MarketFacts, survey: KindSurvey, nameOf: (slot: number) => string) {
  const { suppliedUsd, borrowedUsd } = facts
  const used = suppliedUsd !== null && borrowedUsd !== null && suppliedUsd > 0 ? (borrowedUsd / suppliedUsd) * 100 : null
  const orCents = (value: number | null) => (value === null ? null : cents(value))
  return {
    protocol: facts.protocol,
    kind: facts.kind,
    id: facts.id,
    name: facts.name,
    collateral_token: facts.collateralToken,
    supplied_usd: orCents(suppliedUsd),
    borrowed_usd: orCents(borrowedUsd),
    utilisation_pct: used === null ? null : percent(used, 2),
    liquidation_threshold_pct: round(facts.liquidationThreshold * 100, 4),
    liquidation_bonus_pct: round((facts.liquidationBonus - 1) * 100, 4),
    oracle: facts.oracle,
    deficit_usd: orCents(facts.deficitUsd),
    depth_2pct_usd: orCents(facts.depth2PctUsd),
    depth_coverage: facts.depthCoverage,
    borrowers: renderHolding(survey.holding),
    health_histogram: histogram(survey.byHealth, [0, ...histogramBounds.slice(0, -1)], histogramBounds),
    distance_histogram_pct: histogram(survey.byDistance, [0, ...distanceBoundsPct.slice(0, -1)], distanceBoundsPct),
    largest_positions: survey.largest.map((p) => ({
      id: nameOf(p.slot),
      collateral_usd: cents(p.collateralUsd),
      debt_usd: cents(p.debtUsd),
      health: round(p.health, 4),
      distance_pct: percent(distancePct(p.health), 2),
    })),
  }
}

function histogram(holdings: readonly Holding[], from: readonly number[], to: readonly number[]) {
  return holdings.map((h, b) => ({
    from: from[b]!,
    to: to[b] === Number.POSITIVE_INFINITY ? null : to[b]!,
    ...renderHolding(h),
  }))
}

function addHoldings(a: Holding, b: Holding): Holding {
  return {
    positions: a.positions + b.positions,
    collateralUsd: a.collateralUsd + b.collateralUsd,
    debtUsd: a.debtUsd + b.debtUsd,
  }
}

// The /cascade answer: what a drop of one token does, read from its precomputed curve in microseconds.
import Type from 'typebox'
import { round } from '../../../formula/index.ts'
import { answerSchema, signalSchema } from '../../../kit/answer.ts'
import { mostSummary, signalHead } from '../../../kit/signal-head.ts'
import { columnProtocols, latentOf, pointAt, tallyOf } from '../curve/columns.ts'
import { type Curve, shocksPct } from '../curve/curve.ts'
import { gainOf } from '../curve/gain.ts'
import { type Answer, answerAt } from '../curve/interpolate.ts'
import { asRead, depthMultipliers, horizons, isAsRead, type Markets } from '../curve/variants.ts'
import type { Tally } from '../engine/tally.ts'
import type { Assumptions } from '../model/market-state.ts'
import { protocols } from '../model/protocol.ts'
import { scenarioNames } from '../scenarios.ts'
import { scoreLabel, scoreLabels } from '../score/score.ts'
import { definitions } from './definitions.ts'
import { baseline, furtherDropPct, increment, renderBaseline, renderIncrement } from './increment.ts'
import { leap, nextLeap } from './leap.ts'
import { cents, renderContributor, renderTally, subtractTally } from './render.ts'
import { percent, price } from './rounded.ts'
import { contributor, orNull, pct, protocolName, statements, usd, volumes } from './sections.ts'
import { assumptionsOf, blindSpots, blindSpotsBeside, notCounted, notCountedBeside, venueAssumptions } from './statements.ts'
import { comparedWith, depths, venueNames, venueSection, type WithVenues } from './venues.ts'
import { count, money } from './words.ts'

const neighbour = Type.Object({
  drop_pct: pct('drop'),
  collateral_seized_usd: usd('collateral liquidated'),
  bad_debt_usd: usd('bad debt'),
  final_drop_pct: pct('price drop at the end'),
  rounds: Type.Integer({ minimum: 0 }),
})

const scoredDrops = `drops of ${shocksPct[0]} to ${shocksPct.at(-1)}%`
const ofTheToken = `of the token or scenario over ${scoredDrops}, in the markets as they were read: the same whatever drop is asked for; what that drop does is in the summary and in outcome`

export const cascadeAnswer = answerSchema(signalSchema(scoreLabels, [0, 100], ofTheToken), {
  query: Type.Object({
    token: Type.String({ description: 'whose price the answer tells' }),
    scenario: orNull(Type.String({ enum: [...scenarioNames] })),
    drop_pct: pct('drop asked for'),
    chain_id: Type.Integer(),
    shocked_tokens: Type.Array(Type.String(), { description: 'tokens whose price the drop moves' }),
    depth_multiplier: Type.Number({ enum: [...depthMultipliers] }),
    horizon: Type.String({ enum: [...horizons] }),
    depth: Type.Optional(Type.String({ enum: [...depths], description: 'only where it was asked for' })),
  }),
  outcome: Type.Object({
    price_usd: usd('price now'),
    final_price_usd: usd('price at the end of the cascade'),
    final_drop_pct: pct('drop at the end of the cascade'),
    amplification: Type.Number({ description: 'further drop, beyond the baseline’s, per unit of the drop asked for' }),
    gain: Type.Number({ description: 'USD liquidated after the first round per USD in it' }),
    rounds: Type.Integer({ minimum: 0, description: 'rounds of liquidations until none was left' }),
    converged: Type.Boolean({ description: 'none was left within the rounds allowed' }),
    interpolated: Type.Boolean({ description: 'read between two computed drops' }),
    jump: Type.Boolean({
      description: 'the curve jumps here: of each metric the worse neighbour; beyond −99 % the volumes of −99 %',
    }),
    ...volumes.properties,
    latent_bad_debt_usd: usd('shortfall on positions that no liquidation reaches'),
  }),
  baseline,
  increment,
  first_round: volumes,
  cascade: volumes,
  protocols: Type.Array(
    Type.Object({ protocol: protocolName, total: volumes, first_round: volumes, latent_bad_debt_usd: usd('latent bad debt') }),
  ),
  contagion: orNull(
    Type.Object(
      {
        at_drop_pct: pct('nearest published shock'),
        collateral_seized_usd: usd('liquidated only because other protocols sell too'),
        bad_debt_usd: usd('bad debt for the same reason'),
      },
      { description: 'null for other markets than those that were read' },
    ),
  ),
  contributors: Type.Array(contributor, { description: 'whose forced sales weigh most, at the drop named beside' }),
  contributors_at_drop_pct: pct('nearest published shock, to which the contributors belong'),
  neighbours: Type.Object({ below: orNull(neighbour), above: orNull(neighbour) }),
  next_leap: orNull(leap),
  depth: Type.Object({
    read: orNull(Type.String({ description: 'pools of this token that count, by exchange, and how many were left out' })),
    block: orNull(Type.Integer({ description: 'the block all of them were read at' })),
    not_counted: Type.Array(Type.String(), { description: 'where else it may be sold' }),
  }),
  central_venues: venueSection,
  ...statements,
})

// Half again the default drop: what lies so near, a small error in the asked drop may reach.
const nearPct = 5

// What one row holds: one token on one chain.
export type CascadeRow = {
  readonly token: string
  /** The name under which it was asked for; null: as a token. */
  readonly scenario: string | null
  readonly chainId: number
  readonly priceUsd: number
  readonly score: number
  readonly confidence: number
  readonly asOf: string
  readonly assumptions: Assumptions
  readonly curve: Curve
  /** Null: no exchange quotes it. */
  readonly depth?: { readonly read: string | null; readonly block: number | null }
  readonly markets?: Markets
  /** Where central exchanges are counted beside the pools. */
  readonly venues?: WithVenues
}

export function answerCascade(row: CascadeRow, dropPct: number) {
  const answer = answerAt(row.curve, dropPct)
  const { point } = answer
  const none = pointAt(row.curve.columns, 0)
  const markets = row.markets ?? asRead
  // A leap is one of half a percent: of fewer drops it cannot be told.
  const leapAhead = isAsRead(markets) && row.venues === undefined ? nextLeap(row.curve, dropPct) : null
  const [total, first] = [tallyOf(point, 'all', 'total'), tallyOf(point, 'all', 'first')]
  const shock = nearestShock(dropPct)
  const contagion = row.curve.contagion.find((c) => c.dropPct === shock)
  return {
    signal: signalHead({
      label: scoreLabel(row.score),
      score: row.score,
      range: [0, 100],
      confidence: row.confidence,
      direction: 'down',
      now: new Date(row.asOf),
      summary: summaryOf(row, dropPct, answer, leapAhead),
    }),
    query: {
      token: row.token,
      scenario: row.scenario,
      drop_pct: dropPct,
      chain_id: row.chainId,
      shocked_tokens: [...row.curve.shockedTokens],
      depth_multiplier: markets.depthMultiplier,
      horizon: markets.horizon,
      ...(row.venues === undefined ? {} : { depth: 'all' }),
    },
    outcome: {
      price_usd: price(row.priceUsd),
      final_price_usd: price((row.priceUsd * (100 - point.finalDropPct)) / 100),
      final_drop_pct: percent(point.finalDropPct),
      amplification: round(Math.max(0, furtherDropPct(point, none, dropPct)) / dropPct, 4),
      gain: round(gainOf(total, first), 4),
      rounds: point.rounds,
      converged: point.converged === 1,
      interpolated: answer.interpolated,
      jump: answer.jump,
      ...renderTally(total),
      latent_bad_debt_usd: cents(latentOf(point)),
    },
    baseline: renderBaseline(none),
    increment: renderIncrement(point, none, dropPct),
    first_round: renderTally(first),
    cascade: renderTally(subtractTally(total, first)),
    protocols: protocols.map((protocol, p) => {
      const name = columnProtocols[p]!
      return {
        protocol,
        total: renderTally(tallyOf(point, name, 'total')),
        first_round: renderTally(tallyOf(point, name, 'first')),
        latent_bad_debt_usd: cents(point[`${name}.latentBadDebtUsd`]),
      }
    }),
    contagion:
      contagion === undefined
        ? null
        : {
            at_drop_pct: shock,
            collateral_seized_usd: cents(contagion.seizedUsd),
            bad_debt_usd: cents(contagion.badDebtUsd),
          },
    contributors: row.curve.contributors.find((c) => c.dropPct === shock)!.largest.map(renderContributor),
    contributors_at_drop_pct: shock,
    neighbours: { below: renderNeighbour(answer.below), above: renderNeighbour(answer.above) },
    next_leap: leapAhead,
    depth: {
      read: row.depth?.read ?? null,
      block: row.depth?.block ?? null,
      not_counted: row.venues === undefined ? [...notCounted] : notCountedBeside(venueNames(row.venues.books)),
    },
    ...(row.venues === undefined ? {} : { central_venues: comparedWith(row.venues, point, dropPct) }),
    assumptions: [...assumptionsOf(row.assumptions), ...(row.venues === undefined ? [] : venueAssumptions)],
    blind_spots: row.venues === undefined ? [...blindSpots] : blindSpotsBeside,
    definitions: [...definitions],
  }
}

function renderNeighbour(at: Answer['below']) {
  if (at === null) return null
  const total = tallyOf(at.point, 'all', 'total')
  return {
    drop_pct: at.dropPct,
    collateral_seized_usd: cents(total.seizedUsd),
    bad_debt_usd: cents(total.badDebtUsd),
    final_drop_pct: percent(at.point.finalDropPct),
    rounds: at.point.rounds,
  }
}

function nearestShock(dropPct: number): number {
  return shocksPct.reduce((best, d) => (Math.abs(d - dropPct) < Math.abs(best - dropPct) ? d : best))
}

function summaryOf(row: CascadeRow, dropPct: number, { point, jump }: Answer, ahead: ReturnType<typeof nextLeap>): string {
  const none = pointAt(row.curve.columns, 0)
  const [total, before] = [point, none].map((at) => tallyOf(at, 'all', 'total')) as [Tally, Tally]
  const already = before.seizedUsd >= 1 ? ` (${money(before.seizedUsd)} without any drop)` : ''
  const effect = `${money(total.seizedUsd)} of collateral liquidated${already} in ${count(point.rounds, 'round')}, ${money(total.badDebtUsd)} bad debt`
  const isNear = ahead !== null && ahead.to_drop_pct - dropPct <= nearPct
  const leaps = isNear ? `; from -${ahead.to_drop_pct}% on ${money(ahead.collateral_seized_after_usd)}` : ''
  // A leap says more than that no line is drawn through it.
  const steep = jump && !isNear ? '; the curve jumps here, the worse side of each figure is given' : ''
  const what = row.scenario === null ? row.token : `Scenario ${row.scenario}:`
  const venues = row.venues === undefined ? '' : `, order books of ${venueNames(row.venues.books).join(', ')} beside its pools`
  const tell = (score: string) =>
    `${what} -${percent(dropPct, 2)}% on chain ${row.chainId}${venues}${score}: ${effect}; ${row.scenario === null ? 'price' : row.token} ends ${percent(point.finalDropPct, 1)}% lower${leaps}${steep}.`
  // Who asks for one drop would take the token's verdict for that drop's. A sentence that would be cut goes without: the schema says it too.
  const whole = tell(` (label and score: ${scoredDrops})`)
  return whole.length <= mostSummary ? whole : tell('')
}

// The /risk and /demo answers: the system's score with what it is made of, and how much stands close to liquidation.
import Type from 'typebox'
import { round } from '../../../formula/index.ts'
import { answerSchema, signalSchema } from '../../../kit/answer.ts'
import { signalHead } from '../../../kit/signal-head.ts'
import { type TokenAnalysis, weighedOf } from '../analysis.ts'
import { pointAt } from '../curve/columns.ts'
import type { Curve } from '../curve/curve.ts'
import type { SetAside } from '../facts/soundness.ts'
import { families, familyOf } from '../families.ts'
import type { Assumptions } from '../model/market-state.ts'
import { protocols } from '../model/protocol.ts'
import { type Components, isWeighed, type Score, scoreLabel, scoreLabels, scoreSystem } from '../score/score.ts'
import { emptyHolding, type Holding, healthBounds } from '../survey/health-buckets.ts'
import type { Survey } from '../survey/survey.ts'
import { changesSection, changesSince, type Past, type PastRisk } from './changes.ts'
import { definitions } from './definitions.ts'
import { baseline, furtherDropPct, renderBaseline } from './increment.ts'
import { notWeighed, renderNotWeighed } from './not-weighed.ts'
import { cents, renderAtRisk, renderComponents, renderContributor, renderHolding, renderPotential } from './render.ts'
import { atRisk, component, contributor, holding, orNull, pct, potential, protocolName, statements, usd } from './sections.ts'
import { assumptionsOf, blindSpots } from './statements.ts'
import { type ChainValueAtRisk, renderValueAtRisk, valueAtRiskSection } from './value-at-risk.ts'
import { count, money } from './words.ts'

const tokenScore = Type.Object({
  chain_id: Type.Integer(),
  token: Type.String(),
  score: Type.Number(),
  gain: Type.Number({ description: 'its largest gain at a drop up to 10 %' }),
  runaway_from_drop_pct: orNull(
    pct('smallest drop that at least doubles itself by the sales it adds to the baseline’s; null: none does'),
  ),
  exposed_debt_usd: usd('debt of all who own it as collateral'),
})

export const riskSections = {
  components: Type.Array(component),
  gain: Type.Number({ description: 'the largest gain of any token' }),
  at_risk: Type.Array(atRisk),
  liquidatable_now: holding,
  potential_cascade: Type.Array(
    Type.Object({ chain_id: Type.Integer(), token: Type.String(), baseline, shocks: Type.Array(potential) }),
  ),
  contributors: Type.Array(
    Type.Object({
      chain_id: Type.Integer(),
      shocked_token: Type.String({ description: 'whose fall, with its family, forces the sales' }),
      drop_pct: pct('that fall'),
      ...contributor.properties,
    }),
  ),
  tokens: Type.Array(tokenScore, { description: 'the worst of those that the score weighs' }),
  protocols: Type.Array(
    Type.Object({ chain_id: Type.Integer(), protocol: protocolName, all: holding, at_risk: Type.Array(atRisk) }),
  ),
  value_at_risk: valueAtRiskSection,
  not_weighed: notWeighed,
  changes: changesSection,
  ...statements,
}

export const riskAnswer = answerSchema(signalSchema(scoreLabels, [0, 100]), riskSections)

const { components, gain, at_risk, liquidatable_now, potential_cascade } = riskSections
export const demoAnswer = answerSchema(signalSchema(scoreLabels, [0, 100]), {
  components,
  gain,
  at_risk,
  liquidatable_now,
  potential_cascade,
})

export type ChainRisk = {
  readonly chainId: number
  readonly survey: Survey
  readonly tokens: readonly TokenAnalysis[]
  readonly setAside: readonly SetAside[]
}
export type RiskInput = {
  readonly chains: readonly ChainRisk[]
  readonly asOf: string
  readonly confidence: number
  readonly assumptions: Assumptions
  readonly past: Past
  readonly valueAtRisk: readonly ChainValueAtRisk[]
}

const contributorShockPct = 20
const mostTokens = 10
const nearAt = healthBounds.indexOf(1.1)

export function answerRisk(input: RiskInput) {
  const all = input.chains.flatMap((c) => c.tokens.map((t) => ({ chainId: c.chainId, ...t })))
  const score = scoreSystem(all.map(weighedOf))
  const allDebtUsd = all.reduce((sum, t) => sum + t.heard.debtUsd, 0)
  const isHeard = (t: TokenAnalysis) => isWeighed(t.heard, allDebtUsd)
  const below = healthBounds.map((_, b) => sumHoldings(input.chains.flatMap((c) => c.survey.byProtocol.map((p) => p.below[b]!))))
  const byScore = all.filter(isHeard).toSorted((a, b) => b.score.score - a.score.score || b.exposedDebtUsd - a.exposedDebtUsd)
  const contributors = input.chains.flatMap((chain) => {
    const worst = worstPotential([chain])
    if (worst === null) return []
    const { largest } = worst.curve.contributors.find((c) => c.dropPct === contributorShockPct)!
    const shock = { chain_id: chain.chainId, shocked_token: worst.token, drop_pct: contributorShockPct }
    return largest.map((c) => ({ ...shock, ...renderContributor(c) }))
  })
  return {
    ...headOf(
      input,
      score,
      below,
      Math.max(0, ...all.filter((t) => isHeard(t) && !t.heard.isUnlisted).map((t) => t.gain)),
      worstPotential(input.chains),
    ),
    potential_cascade: input.chains.flatMap(({ chainId, tokens }) => leadingTokens(tokens).map((t) => potentialOf(chainId, t))),
    contributors: contributors.toSorted((a, b) => b.sold_usd - a.sold_usd).slice(0, mostTokens),
    tokens: byScore.slice(0, mostTokens).map((t) => ({
      chain_id: t.chainId,
      token: t.token,
      score: round(t.score.score, 1),
      gain: round(t.gain, 4),
      runaway_from_drop_pct: runawayFrom(t.curve),
      exposed_debt_usd: cents(t.exposedDebtUsd),
    })),
    protocols: input.chains.flatMap((c) =>
      c.survey.byProtocol.map((p, i) => ({
        chain_id: c.chainId,
        protocol: protocols[i]!,
        all: renderHolding(p.all),
        at_risk: renderAtRisk(p.below),
      })),
    ),
    value_at_risk: input.valueAtRisk.map((one) => renderValueAtRisk(one, input.confidence)),
    not_weighed: renderNotWeighed(input.chains),
    changes: changesSince(input.past, riskNow(score, below)),
    assumptions: assumptionsOf(input.assumptions),
    blind_spots: [...blindSpots],
    definitions: [...definitions],
  }
}

// The short form: one token of one chain.
export function answerDemo(input: RiskInput, chainId: number, token: string) {
  const chain = input.chains.find((c) => c.chainId === chainId)
  const analysis = chain?.tokens.find((t) => t.token === token)
  if (!chain || !analysis) return null
  const below = healthBounds.map((_, b) => sumHoldings(chain.survey.byProtocol.map((p) => p.below[b]!)))
  return {
    ...headOf(input, analysis.score, below, analysis.gain, { chainId, ...analysis }),
    potential_cascade: [potentialOf(chainId, analysis)],
  }
}

function headOf(
  input: RiskInput,
  { score, components }: Score,
  below: readonly Holding[],
  gain: number,
  leading: Leading | null,
) {
  return {
    signal: signalHead({
      label: scoreLabel(score),
      score,
      range: [0, 100],
      confidence: input.confidence,
      now: new Date(input.asOf),
      summary: summaryOf(score, components, below, leading),
    }),
    components: renderComponents(components),
    gain: round(gain, 4),
    at_risk: renderAtRisk(below),
    liquidatable_now: renderHolding(below[0]!),
  }
}

function summaryOf(score: number, parts: Components, below: readonly Holding[], leading: Leading | null): string {
  const near = below[nearAt]!
  const first = renderComponents(parts).toSorted((a, b) => b.points - a.points)[0]!
  const why = first.points > 0 ? `, led by ${first.name.replace('_', ' ')}` : ''
  const due = below[0]!.positions > 0 ? `${money(below[0]!.collateralUsd)} liquidatable now, ` : ''
  const close = `${due}${count(near.positions, 'position')} with ${money(near.collateralUsd)} of collateral below health 1.1`
  return `Cascade risk ${scoreLabel(score)} (${round(score, 1)} of 100)${why}; ${close}${leading === null ? '' : `; ${effectOf(leading)}`}.`
}

function effectOf({ token, curve }: Leading): string {
  const { collateral_seized_usd: seized, bad_debt_usd: lost } = shockOf(curve)
  return `${token} -${contributorShockPct}% would liquidate ${money(seized)}, ${money(lost)} bad debt`
}

type Leading = { readonly chainId: number } & Pick<TokenAnalysis, 'token' | 'curve'>

function shockOf(curve: Curve) {
  return renderPotential(curve, [contributorShockPct])[0]!
}

// The leading token whose fall sets off the most.
function worstPotential(chains: readonly ChainRisk[]): Leading | null {
  const all = chains.flatMap(({ chainId, tokens }) => leadingTokens(tokens).map((token) => ({ chainId, ...token })))
  return all.toSorted((a, b) => shockOf(b.curve).collateral_seized_usd - shockOf(a.curve).collateral_seized_usd)[0] ?? null
}

// One for each family there is, for all its numeraires move alike; a chain without any has its first token.
function leadingTokens(tokens: readonly TokenAnalysis[]): TokenAnalysis[] {
  const first = new Map<string, TokenAnalysis>()
  for (const token of tokens) {
    const { family, role } = familyOf(token.token)
    const isLeading = role === 'numeraire' && families.some(({ name }) => name === family)
    if (isLeading && !first.has(family)) first.set(family, token)
  }
  return first.size > 0 ? [...first.values()] : tokens.slice(0, 1)
}

function potentialOf(chainId: number, { token, curve }: TokenAnalysis) {
  const none = renderBaseline(pointAt(curve.columns, 0))
  return { chain_id: chainId, token, baseline: none, shocks: renderPotential(curve) }
}

function runawayFrom({ dropsPct, columns }: Curve): number | null {
  const at0 = { finalDropPct: columns.finalDropPct[0]! }
  const fallOf = (drop: number, d: number) => furtherDropPct({ finalDropPct: columns.finalDropPct[d]! }, at0, drop)
  const at = dropsPct.findIndex((drop, d) => drop > 0 && fallOf(drop, d) >= drop)
  return at < 0 ? null : dropsPct[at]!
}

function riskNow({ score }: Score, below: readonly Holding[]): PastRisk {
  return { score, atRiskCollateralUsd: below[nearAt]!.collateralUsd }
}

function sumHoldings(list: readonly Holding[]): Holding {
  return list.reduce((sum, h) => {
    sum.positions += h.positions
    sum.collateralUsd += h.collateralUsd
    sum.debtUsd += h.debtUsd
    return sum
  }, emptyHolding())
}

// The /risk and /demo answers: the system's score with what it is made of, and how much stands close to liquidation.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../../answer.ts'
import { round } from '../../../stats.ts'
import type { TokenAnalysis } from '../analysis.ts'
import type { Assumptions } from '../model/market-state.ts'
import { protocols } from '../model/protocol.ts'
import { type Components, type Score, scoreLabel, scoreLabels, scoreSystem } from '../score/score.ts'
import { emptyHolding, type Holding, healthBounds } from '../survey/health-buckets.ts'
import type { Survey } from '../survey/survey.ts'
import { cents, money, renderAtRisk, renderComponents, renderContributor, renderHolding, renderPotential } from './render.ts'
import { atRisk, component, contributor, holding, orNull, potential, protocolName, statements, usd } from './sections.ts'
import { assumptionsOf, blindSpots } from './statements.ts'

const tokenScore = Type.Object({
  chain_id: Type.Integer(),
  token: Type.String(),
  score: Type.Number(),
  gain: Type.Number({ description: 'further forced sales per USD sold at today’s price; 1 and above runs away' }),
  exposed_debt_usd: usd('debt of all who own it as collateral'),
})

const change = Type.Object({ score: Type.Number(), at_risk_collateral_usd: usd('change below 1.1') })

export const riskSections = {
  components: Type.Array(component),
  gain: Type.Number({ description: 'the largest gain of any token' }),
  at_risk: Type.Array(atRisk),
  liquidatable_now: holding,
  potential_cascade: Type.Array(Type.Object({ chain_id: Type.Integer(), token: Type.String(), shocks: Type.Array(potential) })),
  contributors: Type.Array(Type.Object({ chain_id: Type.Integer(), ...contributor.properties })),
  tokens: Type.Array(tokenScore),
  protocols: Type.Array(
    Type.Object({ chain_id: Type.Integer(), protocol: protocolName, all: holding, at_risk: Type.Array(atRisk) }),
  ),
  changes: Type.Object({ '1h': orNull(change), '24h': orNull(change), '7d': orNull(change) }),
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

export type ChainRisk = { readonly chainId: number; readonly survey: Survey; readonly tokens: readonly TokenAnalysis[] }
export type PastRisk = { readonly score: number; readonly atRiskCollateralUsd: number }
export type RiskInput = {
  readonly chains: readonly ChainRisk[]
  readonly asOf: string
  readonly confidence: number
  readonly assumptions: Assumptions
  readonly past: { readonly '1h': PastRisk | null; readonly '24h': PastRisk | null; readonly '7d': PastRisk | null }
}

const contributorShockPct = 20
const mostTokens = 10
const nearAt = healthBounds.indexOf(1.1)

export function answerRisk(input: RiskInput) {
  const all = input.chains.flatMap((c) => c.tokens.map((t) => ({ chainId: c.chainId, ...t })))
  const score = scoreSystem(all.map((t) => ({ score: t.score, debtUsd: t.exposedDebtUsd })))
  const below = healthBounds.map((_, b) => sumHoldings(input.chains.flatMap((c) => c.survey.byProtocol.map((p) => p.below[b]!))))
  const byScore = all.toSorted((a, b) => b.score.score - a.score.score || b.exposedDebtUsd - a.exposedDebtUsd)
  const contributors = all
    .filter((t) => leadsChain(t, input.chains))
    .flatMap((t) => {
      const { largest } = t.curve.contributors.find((c) => c.dropPct === contributorShockPct)!
      return largest.map((c) => ({ chain_id: t.chainId, ...renderContributor(c) }))
    })
  return {
    ...headOf(input, score, below, Math.max(0, ...all.map((t) => t.gain))),
    potential_cascade: input.chains.flatMap((c) =>
      c.tokens.slice(0, 1).map((t) => ({ chain_id: c.chainId, token: t.token, shocks: renderPotential(t.curve) })),
    ),
    contributors: contributors.toSorted((a, b) => b.sold_usd - a.sold_usd).slice(0, mostTokens),
    tokens: byScore.slice(0, mostTokens).map((t) => ({
      chain_id: t.chainId,
      token: t.token,
      score: round(t.score.score, 1),
      gain: round(t.gain, 4),
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
    changes: {
      '1h': changeSince(input.past['1h'], score, below),
      '24h': changeSince(input.past['24h'], score, below),
      '7d': changeSince(input.past['7d'], score, below),
    },
    assumptions: assumptionsOf(input.assumptions),
    blind_spots: [...blindSpots],
  }
}

// The short form: one token of one chain.
export function answerDemo(input: RiskInput, chainId: number, token: string) {
  const chain = input.chains.find((c) => c.chainId === chainId)
  const analysis = chain?.tokens.find((t) => t.token === token)
  if (!chain || !analysis) return null
  const below = healthBounds.map((_, b) => sumHoldings(chain.survey.byProtocol.map((p) => p.below[b]!)))
  return {
    ...headOf(input, analysis.score, below, analysis.gain),
    potential_cascade: [{ chain_id: chainId, token, shocks: renderPotential(analysis.curve) }],
  }
}

function headOf(input: RiskInput, { score, components }: Score, below: readonly Holding[], gain: number) {
  return {
    signal: {
      label: scoreLabel(score),
      score: round(score, 1),
      score_range: [0, 100] as [0, 100],
      confidence: input.confidence,
      as_of: input.asOf,
      summary: summaryOf(score, components, below),
    },
    components: renderComponents(components),
    gain: round(gain, 4),
    at_risk: renderAtRisk(below),
    liquidatable_now: renderHolding(below[0]!),
  }
}

function summaryOf(score: number, parts: Components, below: readonly Holding[]): string {
  const near = below[nearAt]!
  const leading = renderComponents(parts).toSorted((a, b) => b.points - a.points)[0]!
  const why = leading.points > 0 ? `, led by ${leading.name.replace('_', ' ')}` : ''
  const close = `${near.positions} positions with ${money(near.collateralUsd)} of collateral stand below a health factor of 1.1`
  return `Cascade risk ${scoreLabel(score)} (${round(score, 1)} of 100)${why}; ${close}.`
}

function changeSince(past: PastRisk | null, now: Score, below: readonly Holding[]) {
  if (past === null) return null
  return {
    score: round(now.score - past.score, 1),
    at_risk_collateral_usd: cents(below[nearAt]!.collateralUsd - past.atRiskCollateralUsd),
  }
}

function leadsChain(token: { chainId: number; token: string }, chains: readonly ChainRisk[]): boolean {
  return chains.some((c) => c.chainId === token.chainId && c.tokens[0]?.token === token.token)
}

function sumHoldings(list: readonly Holding[]): Holding {
  return list.reduce((sum, h) => {
    sum.positions += h.positions
    sum.collateralUsd += h.collateralUsd
    sum.debtUsd += h.debtUsd
    return sum
  }, emptyHolding())
}

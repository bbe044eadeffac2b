// The rows of a chain and of all chains together, from what was analysed.
import type { Draft } from '../../../kit/define.ts'
import { type TokenAnalysis, weighedOf } from '../analysis.ts'
import type { PastRisk } from '../answers/changes.ts'
import type { ReportInput } from '../answers/report.ts'
import { answerDemo, answerRisk, type RiskInput } from '../answers/risk.ts'
import type { ChainAnalysis, RiskAnalysis, Surveyed } from '../chain-analysis.ts'
import { resolveToken, standsForOthers } from '../families.ts'
import { defaultAssumptions } from '../model/market-state.ts'
import { scenarioKey } from '../scenarios.ts'
import { scoreSystem } from '../score/score.ts'
import { venueKey } from '../venues/keys.ts'
import type { VenueDepth } from '../venues/venue-depth.ts'
import { cascadeBody } from './cascade-row.ts'
import { confidenceOf, coverageOf } from './coverage.ts'

export const allChains = 'all'

const disclaimer =
  'A simulation of published rules on public data, not advice: what borrowers, liquidators and markets do may differ.'

/** A row but for its body. */
export type Frame = Omit<Draft, 'body'>

export function cascadeDraft(chain: Surveyed, analysis: TokenAnalysis, now: Date): Draft {
  const body = cascadeBody(chain.model, analysis, now.toISOString(), confidenceOf([chain]))
  return { ...frame('/cascade', cascadeKey(chain.model.chainId, analysis), [chain], now), body }
}

/** The same where `books` of central exchanges stand beside the chain's pools: a row of its own, so that no other one hangs on them. */
export function venueDraft(chain: Surveyed, analysis: TokenAnalysis, books: readonly VenueDepth[], now: Date): Draft {
  const { chainId } = chain.model
  const body = cascadeBody(chain.model, analysis, now.toISOString(), confidenceOf([chain]), books)
  return { ...frame('/cascade', venueKey(chainId, nameOf(analysis)), [chain], now), body }
}

/** False of a token without a lender's listing that calls itself by a family's name: a lender's list may still be on its way, and then it
 * is called otherwise; until then it is told in the whole, and sold under no name. */
export const hasOwnRow = ({ token, scenario, heard }: TokenAnalysis): boolean =>
  scenario !== null || !heard.isUnlisted || !standsForOthers(token.split('@', 1)[0]!)

export function cascadeKey(chainId: number, analysis: Pick<TokenAnalysis, 'token' | 'scenario'>): string {
  return `${chainId}:${nameOf(analysis)}`
}

const nameOf = ({ token, scenario }: Pick<TokenAnalysis, 'token' | 'scenario'>): string =>
  scenario === null ? token : scenarioKey(scenario)

export function reportFrame(chain: Surveyed, now: Date): Frame {
  return frame('/report', String(chain.model.chainId), [chain], now)
}

export function reportInput(chain: ChainAnalysis, now: Date): Omit<ReportInput, 'survey' | 'nameOf'> {
  return {
    chainId: chain.model.chainId,
    markets: chain.model.markets,
    setAside: chain.model.setAside,
    score: scoreSystem(chain.tokens.map(weighedOf)).score,
    asOf: now.toISOString(),
    confidence: confidenceOf([chain]),
    assumptions: defaultAssumptions,
  }
}

/** Null where the chain has no ETH collateral. */
export function demoDraft(chain: ChainAnalysis, now: Date): Draft | null {
  const { chainId } = chain.model
  const symbols = chain.tokens.map((t) => t.token)
  const token = resolveToken('ETH', symbols)
  const body = token === null ? null : answerDemo({ ...riskInput([chain], now, nothingPast), valueAtRisk: [] }, chainId, token)
  return body === null ? null : { ...frame('/demo', String(chainId), [chain], now), body }
}

type RiskDraft = Frame & { readonly body: ReturnType<typeof answerRisk> }

export function riskDraft(chains: readonly RiskAnalysis[], now: Date, past: RiskInput['past']): RiskDraft {
  const valueAtRisk = chains.map((chain) => ({ chainId: chain.model.chainId, risk: chain.valueAtRisk }))
  const body = answerRisk({ ...riskInput(chains, now, past), valueAtRisk })
  return { ...frame('/risk', allChains, chains, now), body }
}

/** What a later answer compares itself with. */
export function riskOf({ body }: RiskDraft): PastRisk {
  const near = body.at_risk.find((bound) => bound.health_below === 1.1)!
  return { score: body.signal.score, atRiskCollateralUsd: near.collateral_usd }
}

const nothingPast: RiskInput['past'] = { '1h': null, '24h': null, '7d': null, firstAt: null }

function frame(route: string, key: string, chains: readonly Surveyed[], now: Date): Frame {
  return { route, key, coverage: coverageOf(chains, now), disclaimer }
}

function riskInput(chains: readonly ChainAnalysis[], now: Date, past: RiskInput['past']): Omit<RiskInput, 'valueAtRisk'> {
  return {
    chains: chains.map(({ model, survey, tokens }) => ({ chainId: model.chainId, survey, tokens, setAside: model.setAside })),
    asOf: now.toISOString(),
    confidence: confidenceOf(chains),
    assumptions: defaultAssumptions,
    past,
  }
}

// The /cascade row of one token: its answer to the default drop, and beside it the whole curve that answers every other.
import type { Json } from '../../../kit/define.ts'
import type { TokenAnalysis } from '../analysis.ts'
import { answerCascade, type CascadeRow } from '../answers/cascade.ts'
import { defaults } from '../answers/query.ts'
import { type PackedCurve, packCurve, unpackCurve } from '../curve/pack.ts'
import type { ChainModel } from '../facts/chain-model.ts'
import { defaultAssumptions } from '../model/market-state.ts'

type Stored = Omit<CascadeRow, 'curve'> & { readonly curve: PackedCurve }
export type CascadeBody = { readonly signal: Json; readonly row: Json } & { readonly [section: string]: Json }

export function cascadeBody(model: ChainModel, analysis: TokenAnalysis, asOf: string, confidence: number): CascadeBody {
  const row: Stored = {
    token: analysis.token,
    scenario: analysis.scenario,
    chainId: model.chainId,
    priceUsd: model.state.tokens.find(({ symbol }) => symbol === analysis.token)!.priceUsd,
    score: analysis.score.score,
    confidence,
    asOf,
    assumptions: defaultAssumptions,
    curve: packCurve(analysis.curve),
  }
  return { ...answerCascade(opened(row), defaults.dropPct), row } as unknown as CascadeBody
}

/** Any drop's answer from a stored row, without a simulation. */
export function cascadeAt(body: CascadeBody, dropPct: number, scenario?: string) {
  const row = opened(body.row as unknown as Stored)
  return answerCascade({ ...row, scenario: scenario ?? row.scenario }, dropPct)
}

function opened({ curve, ...rest }: Stored): CascadeRow {
  return { ...rest, curve: unpackCurve(curve) }
}

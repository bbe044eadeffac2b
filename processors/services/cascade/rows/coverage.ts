// What an answer about a chain rests on: prices, depth, and whether every borrower is followed, with what is missing by name.

import { round } from '../../../formula/index.ts'
import type { Coverage } from '../../../kit/define.ts'
import { atMost, percent } from '../answers/rounded.ts'
import type { ChainAnalysis } from '../chain-analysis.ts'
import { isComplete, trackedUsd } from '../facts/completeness.ts'
import { type Protocol, protocols } from '../model/protocol.ts'

type Analysed = Pick<ChainAnalysis, 'model' | 'survey' | 'leftOut'>

// Far past what a chain's readings need; said in every answer, so that a silent chain is not taken for a calm one.
const quietSeconds = 600
const daySeconds = 86_400
const missingFactor = 0.9

export function coverageOf(chains: readonly Analysed[], now: Date): Coverage {
  const inputs = chains.flatMap(inputsOf)
  const missing = inputs.flatMap((input) => (input.isThere ? [] : [input.name]))
  const stale = chains.flatMap(({ model: { chainId, block } }) => {
    const ageSeconds = (now.getTime() - Date.parse(block.time)) / 1_000
    if (ageSeconds <= quietSeconds) return []
    const [age_days, max_age_days] = [round(ageSeconds / daySeconds, 4), round(quietSeconds / daySeconds, 4)]
    return [{ id: `chain ${chainId}`, observed_at: new Date(block.time).toISOString(), age_days, max_age_days }]
  })
  return {
    inputs_used: inputs.length - missing.length,
    inputs_expected: inputs.length,
    missing,
    stale,
    detail: { chains: chains.map(detailOf) },
  }
}

/** How much of an answer is read and not assumed: the share of debt followed and priced, and half of it hangs on the depth that was quoted. */
export function confidenceOf(chains: readonly Analysed[]): number {
  const shares = chains.map((chain) => {
    const { debtUsd, trackedUsd: tracked } = trackedUsd(chain.model.completeness)
    const followed = debtUsd > 0 ? tracked / debtUsd : 1
    const positions = chain.survey.all.positions + chain.leftOut
    const known = positions === 0 ? 1 : chain.survey.all.positions / positions
    const unpricedUsd = chain.model.setAside.reduce((sum, one) => sum + (one.isMissing ? one.backedUsd : 0), 0)
    const priced = debtUsd > 0 ? debtUsd / (debtUsd + unpricedUsd) : 1
    // Whoever is missed of one market may be missed of others: nobody knows before the repair is done.
    const whole = chain.model.completeness.every(isComplete) ? 1 : missingFactor
    return whole * followed * known * priced * (0.5 + 0.5 * quotedShare(chain))
  })
  return shares.length === 0 ? 0 : atMost(Math.min(1, ...shares), 2)
}

/** Whether nearly all of a chain's debt is on positions that are followed. */
export function isFollowed({ model }: Pick<Analysed, 'model'>): boolean {
  const { debtUsd, trackedUsd: tracked } = trackedUsd(model.completeness)
  return debtUsd > 0 && tracked / debtUsd > 0.95
}

function inputsOf({ model, survey }: Analysed): { name: string; isThere: boolean }[] {
  const { chainId, state, completeness, depthRead, unpriced } = model
  const named = (name: string, isThere: boolean) => ({ name: `chain ${chainId}: ${name}`, isThere })
  return [
    ...state.tokens.map(({ symbol }) => named(`price of ${symbol}`, true)),
    ...unpriced.map((name) => named(`price for ${name}`, false)),
    ...state.tokens.flatMap(({ symbol }, t) =>
      survey.collateralUsd[t]! > 0 ? [named(`depth of ${symbol}`, depthRead[t] !== null)] : [],
    ),
    ...completeness.map((one) => named(`all debt of ${one.name}`, isComplete(one))),
  ]
}

function detailOf(chain: Analysed) {
  const { model, survey, leftOut } = chain
  const { debtUsd, trackedUsd: tracked } = trackedUsd(model.completeness)
  return {
    chain_id: model.chainId,
    block: model.block.number,
    block_hash: model.block.hash,
    block_time: new Date(model.block.time).toISOString(),
    positions: survey.all.positions,
    positions_left_out: leftOut,
    debt_on_chain_usd: round(debtUsd, 2),
    debt_tracked_usd: round(tracked, 2),
    debt_tracked_pct: debtUsd > 0 ? percent((100 * tracked) / debtUsd) : 100,
    // Sums over each protocol's markets; what is followed too much in one does not make up for what is missing in another.
    protocols: protocols.map((protocol) => protocolOf(protocol, chain)),
    collateral_with_quoted_depth_pct: percent(100 * quotedShare(chain), 2),
    // Every market's own debt, where the two differ.
    incomplete: model.completeness
      .filter((one) => !isComplete(one))
      .map(({ protocol, name, total, tracked }) => ({ protocol, name, total, tracked })),
  }
}

function protocolOf(protocol: Protocol, { model }: Analysed) {
  const own = model.completeness.filter((one) => one.protocol === protocol)
  const { debtUsd, trackedUsd: tracked } = trackedUsd(own)
  return {
    protocol,
    markets: own.length,
    markets_incomplete: own.filter((one) => !isComplete(one)).length,
    debt_on_chain_usd: round(debtUsd, 2),
    debt_tracked_usd: round(tracked, 2),
    difference_usd: round(debtUsd - tracked, 2),
  }
}

function quotedShare({ model, survey }: Analysed): number {
  let [quoted, all] = [0, 0]
  survey.collateralUsd.forEach((usd, t) => {
    all += usd
    if (model.depthRead[t] !== null) quoted += usd
  })
  return all > 0 ? quoted / all : 1
}

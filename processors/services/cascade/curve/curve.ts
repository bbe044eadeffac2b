// The answer to every drop of one token, computed ahead: 198 drops from 0.5 to 99 %, and no drop at all as the left end.
import { createRun } from '../engine/run.ts'
import { type Outcome, simulate, uniformShock } from '../engine/simulate.ts'
import type { CascadeIndex } from '../index/build.ts'
import { appendOutcome, type Columns, emptyColumns, pointAt } from './columns.ts'
import { type Contributor, largestContributors } from './contributors.ts'
import { smoothIntervals } from './smoothness.ts'

export const gridDropsPct: readonly number[] = Array.from({ length: 199 }, (_, k) => k / 2)
export const shocksPct = [5, 10, 20, 30, 40] as const

export type Curve = {
  readonly token: string
  readonly shockedTokens: readonly string[]
  readonly dropsPct: readonly number[]
  readonly columns: Columns
  // Per interval between two drops: whether a straight line stands for it within half a percent, as far as it was looked at.
  readonly smooth: readonly boolean[]
  readonly debtUsd: number
  /** Of what is sold with no drop at all, the share that is of the shocked tokens: what of the baseline is this token's own. */
  readonly ownBaselineShare: number
  // What protocols cost each other through the shared price: all together less each alone, at the published shocks.
  readonly contagion: readonly { readonly dropPct: number; readonly seizedUsd: number; readonly badDebtUsd: number }[]
  readonly contributors: readonly { readonly dropPct: number; readonly largest: readonly Contributor[] }[]
}

export function computeCurve(index: CascadeIndex, token: number, dropsPct: readonly number[] = gridDropsPct): Curve {
  const run = createRun(index)
  const columns = emptyColumns()
  let ownBaselineShare = 0
  for (const drop of dropsPct) {
    const outcome = simulate(run, uniformShock(index.shocked, drop / 100))
    appendOutcome(columns, outcome, token)
    if (drop === 0) ownBaselineShare = shareOfSales(index, outcome)
  }
  const smooth = smoothIntervals(columns, dropsPct.length, (lower, share) => {
    const between = emptyColumns()
    const [from, to] = [dropsPct[lower]!, dropsPct[lower + 1]!]
    appendOutcome(between, simulate(run, uniformShock(index.shocked, (from + (to - from) * share) / 100)), token)
    return pointAt(between, 0)
  })
  const contagion = []
  const contributors = []
  for (const dropPct of shocksPct) {
    const shock = uniformShock(index.shocked, dropPct / 100)
    const all = simulate(run, shock)
    const alone = index.protocols.map((p) => [p, simulate(run, shock, 1 << p)] as const)
    const cross = (of: (t: { seizedUsd: number; badDebtUsd: number }) => number) =>
      alone.reduce((sum, [p, outcome]) => sum + of(all.perProtocol[p]!) - of(outcome.perProtocol[p]!), 0)
    contagion.push({ dropPct, seizedUsd: cross((t) => t.seizedUsd), badDebtUsd: cross((t) => t.badDebtUsd) })
    contributors.push({ dropPct, largest: largestContributors(index.state, all) })
  }
  return {
    token: index.state.tokens[token]!.symbol,
    shockedTokens: index.state.tokens.filter((_, i) => index.shocked[i]).map((t) => t.symbol),
    dropsPct,
    columns,
    smooth,
    debtUsd: index.debtUsd,
    ownBaselineShare,
    contagion,
    contributors,
  }
}

function shareOfSales({ state, shocked }: CascadeIndex, { sold }: Outcome): number {
  let [own, all] = [0, 0]
  state.tokens.forEach(({ priceUsd }, t) => {
    all += sold[t]! * priceUsd
    if (shocked[t]) own += sold[t]! * priceUsd
  })
  return all > 0 ? own / all : 0
}

// The same falls under other markets: half or twice as deep, or taking back what was sold while rounds follow each other slowly.
import { createRun } from '../engine/run.ts'
import { simulate, uniformShock } from '../engine/simulate.ts'
import type { CascadeIndex } from '../index/build.ts'
import type { ImpactCurve } from '../model/impact.ts'
import { appendOutcome, type Columns, columnNames, emptyColumns } from './columns.ts'
import { type Contributor, largestContributors } from './contributors.ts'
import { type Curve, shocksPct } from './curve.ts'

export const depthMultipliers = [0.5, 1, 2] as const
export const horizons = ['block', 'hour', 'day'] as const
export type Horizon = (typeof horizons)[number]

/** In which markets take back half of what was sold: a stated assumption, measured nowhere. */
export const halfRefillHours = 6
const hoursOf: Readonly<Record<Horizon, number>> = { block: 0, hour: 1, day: 24 }

export interface Markets {
  readonly depthMultiplier: number
  /** From one round to the next. */
  readonly horizon: Horizon
}

export const asRead: Markets = { depthMultiplier: 1, horizon: 'block' }

export function refillShareOf(horizon: Horizon): number {
  return 1 - 2 ** (-hoursOf[horizon] / halfRefillHours)
}

export const isAsRead = ({ depthMultiplier, horizon }: Markets): boolean => depthMultiplier === 1 && horizon === 'block'

/** Fewer drops than the curve's: nine markets to a token. Between two of them the worse is given, as at any jump. */
export const variantDropsPct: readonly number[] = [0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20, 25, 30, 35, 40, 50, 60, 80, 99]

export type Variant = Markets & {
  readonly columns: Columns
  readonly contributors: readonly { readonly dropPct: number; readonly largest: readonly Contributor[] }[]
}

/** `beside`: further markets of each token, around its price wherever that is. With them the markets that were read are a variant too. */
export function computeVariants(
  index: CascadeIndex,
  token: number,
  beside: readonly (ImpactCurve | null)[] | null = null,
): Variant[] {
  const run = createRun(index)
  const all = depthMultipliers.flatMap((depthMultiplier) => horizons.map((horizon): Markets => ({ depthMultiplier, horizon })))
  return all
    .filter((markets) => beside !== null || !isAsRead(markets))
    .map((markets) => {
      run.assume(markets.depthMultiplier * index.assumptions.depthMultiplier, refillShareOf(markets.horizon), beside)
      const columns = emptyColumns()
      const contributors: { dropPct: number; largest: Contributor[] }[] = []
      for (const dropPct of variantDropsPct) {
        const outcome = simulate(run, uniformShock(index.shocked, dropPct / 100))
        appendOutcome(columns, outcome, token)
        if (shocksPct.some((shock) => shock === dropPct))
          contributors.push({ dropPct, largest: largestContributors(index.state, outcome) })
      }
      return { ...markets, columns, contributors }
    })
}

/** Of a curve what its variants have of it, so that the two can be compared. */
export function thinned(curve: Curve): Pick<Variant, 'columns' | 'contributors'> {
  const columns = emptyColumns()
  for (const drop of variantDropsPct)
    for (const name of columnNames) columns[name].push(curve.columns[name][curve.dropsPct.indexOf(drop)]!)
  return { columns, contributors: curve.contributors }
}

/** A variant in the place of the curve it is a variant of. */
export function curveOf(curve: Curve, { columns, contributors }: Pick<Variant, 'columns' | 'contributors'>): Curve {
  return {
    ...curve,
    columns,
    contributors,
    contagion: [],
    dropsPct: variantDropsPct,
    smooth: variantDropsPct.slice(1).map(() => false),
  }
}

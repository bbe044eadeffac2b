// The /cascade row of one token: its answer to the default drop, and beside it the whole curve that answers every other.
import type { Json } from '../../../kit/define.ts'
import type { TokenAnalysis } from '../analysis.ts'
import { answerCascade, type CascadeRow } from '../answers/cascade.ts'
import { defaults } from '../answers/query.ts'
import { type PackedCurve, type PackedVariant, packCurve, packVariant, unpackCurve, unpackVariant } from '../curve/pack.ts'
import { asRead, curveOf, isAsRead, type Markets, refillShareOf, thinned } from '../curve/variants.ts'
import type { ChainModel } from '../facts/chain-model.ts'
import { defaultAssumptions } from '../model/market-state.ts'
import type { VenueDepth } from '../venues/venue-depth.ts'

type Stored = Omit<CascadeRow, 'curve' | 'markets' | 'venues'> & {
  readonly curve: PackedCurve
  readonly variants: readonly PackedVariant[]
  /** Only of a row that counts central exchanges. */
  readonly venues?: { readonly books: readonly VenueDepth[]; readonly variants: readonly PackedVariant[] }
}
export type CascadeBody = { readonly signal: Json; readonly row: Json } & { readonly [section: string]: Json }

/** `books`: of the central exchanges that are counted beside the pools. */
export function cascadeBody(
  model: ChainModel,
  analysis: TokenAnalysis,
  asOf: string,
  confidence: number,
  books: readonly VenueDepth[] | null = null,
): CascadeBody {
  const at = model.state.tokens.findIndex(({ symbol }) => symbol === analysis.token)
  const row: Stored = {
    token: analysis.token,
    scenario: analysis.scenario,
    chainId: model.chainId,
    priceUsd: model.state.tokens[at]!.priceUsd,
    depth: { read: model.depthRead[at] ?? null, block: model.depthBlock[at] ?? null },
    score: analysis.score.score,
    confidence,
    asOf,
    assumptions: defaultAssumptions,
    curve: packCurve(analysis.curve),
    variants: analysis.variants.map(packVariant),
    ...(books === null ? {} : { venues: { books, variants: analysis.withVenues!.map(packVariant) } }),
  }
  return { ...answerCascade(opened(row, asRead), defaults.dropPct), row } as unknown as CascadeBody
}

/** Any drop's answer from a stored row, without a simulation. */
export function cascadeAt(body: CascadeBody, dropPct: number, scenario?: string, markets: Markets = asRead) {
  const row = opened(body.row as unknown as Stored, markets)
  return answerCascade({ ...row, scenario: scenario ?? row.scenario }, dropPct)
}

function opened({ venues, ...row }: Stored, asked: Markets): CascadeRow {
  const plain = openedAs(row, row.variants, asked)
  if (venues === undefined) return plain
  const within = openedAs(row, venues.variants, asked, true)
  const without = isAsRead(asked) ? { ...plain, curve: curveOf(plain.curve, thinned(plain.curve)) } : plain
  return { ...within, venues: { books: venues.books, without: without.curve } }
}

function openedAs(
  { curve: packed, variants: _, ...rest }: Omit<Stored, 'venues'>,
  variants: readonly PackedVariant[],
  markets: Markets,
  always = false,
): CascadeRow {
  const curve = unpackCurve(packed)
  const { depthMultiplier, horizon } = markets
  const found = variants.find((one) => one.depthMultiplier === depthMultiplier && one.horizon === horizon)
  if ((isAsRead(markets) && !always) || found === undefined) return { ...rest, curve, markets: asRead }
  const assumptions = {
    ...rest.assumptions,
    depthMultiplier: rest.assumptions.depthMultiplier * depthMultiplier,
    refillShare: refillShareOf(horizon),
  }
  return { ...rest, assumptions, curve: curveOf(curve, unpackVariant(found)), markets }
}

// One chain from a snapshot of its facts to all that its answers are made of, in one thread and at once.
import { analysedTokens, analyseToken, type TokenAnalysis } from './analysis.ts'
import { arrange } from './book/arrange.ts'
import type { ChainModel } from './facts/chain-model.ts'
import type { Snapshot } from './live-chain.ts'
import { defaultAssumptions } from './model/market-state.ts'
import { type ValueAtRisk, valueAtRisk } from './paths/value-at-risk.ts'
import { scenariosOf } from './scenarios.ts'
import { type Survey, surveyBook } from './survey/survey.ts'
import type { VenueBook } from './venues/books.ts'
import { type VenueDepth, venueDepths } from './venues/venue-depth.ts'

/** What is known of a chain once its book is counted: enough for one token's row. */
export type Surveyed = { readonly model: ChainModel; readonly survey: Survey; readonly leftOut: number }
export type ChainAnalysis = Surveyed & { readonly tokens: readonly TokenAnalysis[] }

/** What /risk is made of: seldom asked for, dear to make. */
export type RiskAnalysis = ChainAnalysis & { readonly valueAtRisk: ValueAtRisk }

type Whole = ChainAnalysis & {
  readonly scenarios: readonly TokenAnalysis[]
  /** Of the central exchanges that stand beside the pools in `withVenues`; null where none does. */
  readonly venueBooks: readonly VenueDepth[] | null
  nameOf(at: number): string
  withRisk(): RiskAnalysis
}

export function analyseChain({ model, stored, wiring, names, past }: Snapshot, books: readonly VenueBook[] = []): Whole {
  const venues = venueDepths(model.chainId, model.state.tokens, books, new Date(model.block.time))
  const beside = venues?.curves ?? null
  const { book, slots, leftOut } = arrange(stored, wiring)
  const survey = surveyBook(book, model.state)
  const tokens = analysedTokens(model.state, survey).map((token) =>
    analyseToken(book, model.state, token, defaultAssumptions, survey, null, beside),
  )
  const scenarios = scenariosOf(model.state, survey).map((scenario) =>
    analyseToken(book, model.state, scenario.lead, defaultAssumptions, survey, scenario, beside),
  )
  const analysis = { model, survey, leftOut, tokens }
  const { state, chainId } = model
  return {
    ...analysis,
    scenarios,
    venueBooks: venues?.books ?? null,
    nameOf: (at) => names[slots[at]!] ?? '',
    withRisk: () => ({
      ...analysis,
      valueAtRisk: valueAtRisk({ book, state, chainId, past, collateralUsd: survey.collateralUsd }),
    }),
  }
}

// One chain from a snapshot of its facts to all that its answers are made of, in one thread and at once.
import { analysedTokens, analyseToken, type TokenAnalysis } from './analysis.ts'
import { arrange } from './book/arrange.ts'
import type { ChainModel } from './facts/chain-model.ts'
import type { Snapshot } from './live-chain.ts'
import { defaultAssumptions } from './model/market-state.ts'
import { scenariosOf } from './scenarios.ts'
import { type Survey, surveyBook } from './survey/survey.ts'

/** What is known of a chain once its book is counted: enough for one token's row. */
export type Surveyed = { readonly model: ChainModel; readonly survey: Survey; readonly leftOut: number }
export type ChainAnalysis = Surveyed & { readonly tokens: readonly TokenAnalysis[] }

type Whole = ChainAnalysis & { readonly scenarios: readonly TokenAnalysis[]; nameOf(at: number): string }

export function analyseChain({ model, stored, wiring, names }: Snapshot): Whole {
  const { book, slots, leftOut } = arrange(stored, wiring)
  const survey = surveyBook(book, model.state)
  const tokens = analysedTokens(model.state, survey).map((token) =>
    analyseToken(book, model.state, token, defaultAssumptions, survey),
  )
  const scenarios = scenariosOf(model.state, survey).map((scenario) =>
    analyseToken(book, model.state, scenario.lead, defaultAssumptions, survey, scenario),
  )
  return { model, survey, leftOut, tokens, scenarios, nameOf: (at) => names[slots[at]!] ?? '' }
}

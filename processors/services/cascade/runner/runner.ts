// Analyses whole books on worker threads: tokens in the order given, so that those asked about most are ready first.
import { analysedTokens, type TokenAnalysis } from '../analysis.ts'
import type { BookArrays } from '../book/arrays.ts'
import { type Assumptions, defaultAssumptions, type MarketState } from '../model/market-state.ts'
import type { Survey } from '../survey/survey.ts'
import { createWorkers } from './workers.ts'

export interface AnalysisRunner {
  // `book` must be a snapshot: workers share its memory. Each token is reported as soon as it is done.
  analyse(
    book: BookArrays,
    state: MarketState,
    options?: { assumptions?: Assumptions; onToken?(analysis: TokenAnalysis): void },
  ): Promise<{ survey: Survey; tokens: readonly TokenAnalysis[] }>
  close(): Promise<void>
}

export function createAnalysisRunner(threads = 1): AnalysisRunner {
  const workers = createWorkers(threads)
  return {
    async analyse(book, state, { assumptions = defaultAssumptions, onToken } = {}) {
      const survey = await workers.ask({ kind: 'survey', book, state })
      const { collateralUsd, nearUsd, exposedDebtUsd } = survey
      const exposure = { collateralUsd, nearUsd, exposedDebtUsd }
      const tokens = await Promise.all(
        analysedTokens(state, exposure).map(async (token) => {
          const analysis = await workers.ask({ kind: 'token', book, state, token, assumptions, exposure })
          onToken?.(analysis)
          return analysis
        }),
      )
      return { survey, tokens }
    },
    close: workers.close,
  }
}

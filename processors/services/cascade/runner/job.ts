// What a worker is asked and what it answers.
import { analyseToken, type Exposure, type TokenAnalysis } from '../analysis.ts'
import type { BookArrays } from '../book/arrays.ts'
import type { Assumptions, MarketState } from '../model/market-state.ts'
import { type Survey, surveyBook } from '../survey/survey.ts'

export type Job =
  | { readonly kind: 'survey'; readonly book: BookArrays; readonly state: MarketState }
  | {
      readonly kind: 'token'
      readonly book: BookArrays
      readonly state: MarketState
      readonly token: number
      readonly assumptions: Assumptions
      readonly exposure: Exposure
    }

export function doJob(job: Job): Survey | TokenAnalysis {
  if (job.kind === 'survey') return surveyBook(job.book, job.state)
  return analyseToken(job.book, job.state, job.token, job.assumptions, job.exposure)
}

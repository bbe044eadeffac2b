// What a worker is asked and what it answers.
import { finiteJson } from '../../../runner/finite-json.ts'
import { analyseToken, type Exposure, type TokenAnalysis } from '../analysis.ts'
import { answerReport, type ReportInput } from '../answers/report.ts'
import { type Arranged, arrange } from '../book/arrange.ts'
import type { BookArrays } from '../book/arrays.ts'
import type { Wiring } from '../facts/chain-model.ts'
import type { ImpactCurve } from '../model/impact.ts'
import type { Assumptions, MarketState } from '../model/market-state.ts'
import { type Question, type ValueAtRisk, valueAtRisk } from '../paths/value-at-risk.ts'
import type { Scenario } from '../scenarios.ts'
import { type Survey, surveyBook } from '../survey/survey.ts'

type OnBook = { readonly book: BookArrays; readonly state: MarketState }
/** A survey without what only the report shows, and the positions that report will name. */
export type Outline = { readonly survey: Survey; readonly named: readonly number[] }

export type ArrangeJob = { readonly kind: 'arrange'; readonly stored: BookArrays; readonly wiring: Wiring }
export type SurveyJob = OnBook & { readonly kind: 'survey' }
export type OutlineJob = OnBook & { readonly kind: 'outline' }
export type TokenJob = OnBook & {
  readonly kind: 'token'
  readonly token: number
  readonly assumptions: Assumptions
  readonly exposure: Exposure
  readonly scenario?: Scenario
  readonly venues?: readonly (ImpactCurve | null)[] | null
}
export type ReportJob = OnBook & {
  readonly kind: 'report'
  readonly input: Omit<ReportInput, 'survey' | 'nameOf'>
  readonly names: ReadonlyMap<number, string>
}
export type RiskJob = Question & { readonly kind: 'value at risk' }
export type Job = ArrangeJob | SurveyJob | OutlineJob | TokenJob | ReportJob | RiskJob
export type ResultOf<J extends Job> = J extends ArrangeJob
  ? Arranged
  : J extends SurveyJob
    ? Survey
    : J extends OutlineJob
      ? Outline
      : J extends TokenJob
        ? TokenAnalysis
        : J extends RiskJob
          ? ValueAtRisk
          : string

export function doJob(job: Job): ResultOf<Job> {
  switch (job.kind) {
    case 'arrange':
      return arrange(job.stored, job.wiring)
    case 'survey':
      return surveyBook(job.book, job.state)
    case 'outline':
      return outline(job)
    case 'token':
      return analyseToken(job.book, job.state, job.token, job.assumptions, job.exposure, job.scenario, job.venues)
    case 'value at risk':
      return valueAtRisk(job)
    case 'report':
      return finiteJson(
        answerReport({ ...job.input, survey: surveyBook(job.book, job.state), nameOf: (at) => job.names.get(at) ?? '' }),
      )
  }
}

function outline({ book, state }: OutlineJob): Outline {
  const survey = surveyBook(book, state)
  const named = new Set(survey.kinds.flatMap((kind) => kind.largest.map((position) => position.slot)))
  return { survey: { ...survey, kinds: [] }, named: [...named] }
}

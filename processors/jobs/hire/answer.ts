// The brief: each finding with the row it is cited from, what was not found, and what all of it would have cost.
import { shown } from './finding.ts'
import type { Gathered } from './gather.ts'
import { mills, mostCalls, priceUsd, usdOf } from './limits.ts'
import type { LeftOut } from './plan/plan.ts'
import type { HireAnswer } from './schema.ts'

export type Brief = {
  readonly gathered: readonly Gathered[]
  readonly leftOut: readonly LeftOut[]
  readonly unasked: readonly string[]
  readonly planner: 'rules' | 'model'
  readonly now: Date
}
export type Answered = Extract<Gathered, { status: 'answered' }>

export const answeredOf = (gathered: readonly Gathered[]): Answered[] => gathered.filter((one) => one.status === 'answered')

/** What a finding says, as one line. */
export const lineOf = ({ step, head, quotes }: Answered): string => {
  const of = Object.values(step.input).join(', ')
  const said = quotes.length === 0 ? head.summary : `${head.summary}: ${quotes.join(' ')}`
  return `${step.route}${of === '' ? '' : ` (${shown(of, 80)})`}: ${said}`
}

export function answerOf({ gathered, leftOut, unasked, planner, now }: Brief): HireAnswer {
  const answered = answeredOf(gathered)
  const missed = gathered.filter((one) => one.status !== 'answered')
  const bullets = answered.map((one, i) => `${lineOf(one)} [${i + 1}]`)
  const confidences = answered.map(({ head }) => head.confidence ?? 0.5)
  const confidence = confidences.reduce((sum, one) => sum + one, 0) / answered.length
  const share = answered.length / gathered.length
  const isWhole = missed.length === 0 && leftOut.length === 0 && unasked.length === 0
  const spent = answered.reduce((sum, { step }) => sum + mills(step.price), 0)
  const oldest = answered.map(({ head }) => head.asOf).sort()[0]!
  return {
    signal: {
      label: isWhole ? 'done' : 'partial',
      score: Math.round(60 * share + 40 * confidence),
      score_range: [0, 100],
      confidence: Math.round(confidence * share * 100) / 100,
      as_of: now.toISOString(),
      summary: `${answered.length} of ${gathered.length} reading(s) answered, ${missed.length} not found, ${leftOut.length} left out, ${unasked.length} named and not asked about; the oldest input is of ${oldest.slice(0, 10)}.`,
    },
    answer: { text: bullets.join('\n'), bullets, basis: 'extractive', model: null },
    findings: answered.map(({ step, head: { label, score, confidence: sure, direction }, fields, quotes }, i) => ({
      citation: i + 1,
      route: step.route,
      input: { ...step.input },
      label,
      score,
      confidence: sure,
      direction,
      fields,
      quotes,
    })),
    citations: answered.map(({ step, row, head }, i) => ({
      id: i + 1,
      route: step.route,
      row,
      url: row === null ? (step.input.url ?? null) : `/provenance/${row}`,
      as_of: head.asOf,
    })),
    steps: gathered.map(({ step, status, ms }) => ({ route: step.route, input: { ...step.input }, status, ms })),
    not_found: missed.map((one) => ({ route: one.step.route, input: { ...one.step.input }, why: one.why })),
    not_asked: unasked.map((one) => shown(one, 200)),
    budget: {
      calls: gathered.length,
      most_calls: mostCalls,
      list_price_usd: usdOf(spent),
      most_list_price_usd: priceUsd,
      left_out: leftOut.map((one) => ({ ...one })),
    },
    planner,
  }
}

// Analysts' counts as a mean, and what a licensed rating says with the model beside it.
import type { Recommendations } from '../../../ingestors/sources/finnhub-recommendations/topic.ts'
import { clip, round } from '../../formula/index.ts'
import type { computeModel } from './signal.ts'

export const licensedLabels = ['strong_buy', 'buy', 'hold', 'sell', 'strong_sell'] as const

type Month = Recommendations['months'][number]

const analystsOf = (one: Month): number => one.strong_buy + one.buy + one.hold + one.sell + one.strong_sell
const meanOf = (one: Month): number => (50 * (2 * one.strong_buy + one.buy - one.sell - 2 * one.strong_sell)) / analystsOf(one)

/** null without a licence, or where nobody rates the company. */
export function consensusOf(counts: Recommendations | undefined) {
  const months = (counts?.months ?? []).filter((one) => analystsOf(one) > 0)
  const newest = months.at(-1)
  if (newest === undefined) return null
  const before = months.at(-4)
  const { month: period, ...told } = newest
  return {
    mean: meanOf(newest),
    change_3m: before === undefined ? null : meanOf(newest) - meanOf(before),
    analysts: analystsOf(newest),
    counts: told,
    period: period.slice(0, 7),
  }
}

type Model = NonNullable<ReturnType<typeof computeModel>>

/** The mean, and a third of how far it moved in three months, where twenty points are a full turn. */
export function mixWith(consensus: NonNullable<ReturnType<typeof consensusOf>>, model: Model, name: string) {
  const score = clip(consensus.mean + 30 * clip((consensus.change_3m ?? 0) / 20, -1, 1), -100, 100)
  const label = licensedLabels[score >= 60 ? 0 : score >= 20 ? 1 : score > -20 ? 2 : score > -60 ? 3 : 4]!
  const confidence = round(Math.min(0.9, 0.5 + consensus.analysts / 50), 2)
  const summary =
    `${consensus.analysts} analysts rate ${name.slice(0, 50)} ${label.replace('_', ' ')} (${Math.round(consensus.mean)} of ±100, ${consensus.period}); ` +
    `a model on its reports says ${Math.round(model.mix.score)}.`
  return { mix: { score, confidence, coverage: model.mix.coverage }, label, summary }
}

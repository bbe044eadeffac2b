// The signal section of an answer from a composite: refuses to sell one made of too little.
import { TollgateError } from '../../base/errors.ts'
import { type Composite, clip, round } from '../formula/index.ts'
import { type Direction, leaning, signalHead } from './signal-head.ts'

export interface VerdictOptions {
  readonly mix: Composite
  readonly label: string
  readonly summary: string
  readonly now: Date
  readonly range?: readonly [number, number]
  readonly direction?: Direction
  /** Nothing surer than this, whatever the inputs. */
  readonly mostConfidence?: number
}

export function verdict(options: VerdictOptions) {
  const { mix, label, now, range = [-100, 100] } = options
  // Weights are decimal fractions: half of them may add up to a hair less.
  if (round(mix.availableWeight, 6) < 0.5)
    throw new TollgateError('not_enough_data', `only ${round(mix.availableWeight, 2)} of the inputs' weight is there`)
  const score = round(clip(mix.score, range[0], range[1]), 1)
  const direction = options.direction ?? leaning(score)
  const confidence = Math.min(mix.confidence, options.mostConfidence ?? 1)
  return signalHead({ label, score, range, confidence, direction, now, summary: options.summary })
}

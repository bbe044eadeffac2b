// What a service's definition is written with: facts, fields, inputs, routes.

export { optional as mayTake, required as mustTake } from '../inputs/take.ts'
export * from './facts.ts'
export * from './field.ts'
export * from './fields.ts'
export {
  freshnessAt,
  type InputOf,
  type Judgement,
  signalRoute,
  type ToldAnswer,
  type ToldOf,
  type Verdict,
} from './signal-route.ts'
export { defineRoutesService, defineSignalService, type RowPlan } from './signal-service.ts'

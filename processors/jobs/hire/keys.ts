// What makes two tasks the same: the same words, the same plan, the same planner.
import { createHash } from 'node:crypto'
import type { Plan } from './plan/plan.ts'

/** Raise it whenever the same task would be planned or told otherwise. */
export const plannerVersion = '4'

export function hireKey(task: string, { steps, unasked }: Plan, mode: string, model: string | null): string {
  const parts = [plannerVersion, task, steps, unasked, mode === 'deterministic' ? null : model, mode]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 48)
}

// Who the last fall of prices may have made liquidatable among those that wait.

import { wake } from './agenda.ts'
import { Run } from './records.ts'

export function wakeSingles(run: Run): void {
  const falls = run.falls
  const singles = run.singles
  const groups = singles.groups
  for (let g = 0; g < groups.count; g++) {
    wake(singles.agenda, g, falls.deepest[groups.collateralClass[g]] / falls.least[groups.debtClass[g]])
  }
}

export function wakeRows(run: Run): void {
  const groups = run.rows.groups
  for (let g = 0; g < groups.count; g++) {
    let deepest: f64 = 1
    for (let k = groups.classFrom[g]; k < groups.classFrom[g + 1]; k++) {
      deepest = min(deepest, run.falls.deepest[groups.classes[k]])
    }
    wake(run.live.agenda, g, deepest)
    if (run.wide.count > 0) wake(run.wide.agenda, g, deepest)
  }
}

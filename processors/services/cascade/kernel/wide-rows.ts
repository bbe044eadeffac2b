// One round of the positions with more than two legs of a sort, and of those under other rules than a newer pool's.
import { badDebtUsd, liquidations, positions, talliesPerProtocol } from '../index/codes.ts'
import {
  absorbing,
  byShortfall,
  byTick,
  closeAllBelowHealth,
  leftoverUsd,
  newer,
  olderCut,
  smallUsd,
  thresholdUnit,
} from '../model/rules.ts'
import { endRound } from './agenda.ts'
import { F64s } from './arrays.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'
import { stepByTick } from './ticks.ts'

export function stepWideRows(run: Run, protocolMask: i32): void {
  const wide = run.wide
  const due = wide.agenda.due
  const dueNext = wide.agenda.dueNext
  for (let n = 0; n < due.count; n++) {
    const at = due.ids[n]
    const protocol = run.tables.collateralProtocol[wide.collateralKind[wide.collateralFrom[at]]]
    if (((protocolMask >> protocol) & 1) === 1 && stepWideRow(run, at)) dueNext.ids[dueNext.count++] = at
  }
  endRound(wide.agenda)
}

// A mean that is whole but for the rounding of its sums.
const wholeBps: f64 = 1e-7

// True when it must be looked at again in the next round.
function stepWideRow(run: Run, at: i32): bool {
  const wide = run.wide
  const cFrom = wide.collateralFrom[at]
  const cTo = wide.collateralFrom[at + 1]
  const dFrom = wide.debtFrom[at]
  const dTo = wide.debtFrom[at + 1]
  const first = wide.touched[at] === 0
  const collateral = first ? wide.collateralBefore : wide.collateral
  const debts = first ? wide.debtBefore : wide.debt
  let weighted: f64 = 0
  let value: f64 = 0
  let total: f64 = 0
  let taken = cFrom
  for (let k = cFrom; k < cTo; k++) {
    const kind = wide.collateralKind[k]
    weighted += collateral[k] * Kind.at(kind).weight
    const worth = collateral[k] * Kind.at(kind).price
    total += worth
    if (worth > value) {
      value = worth
      taken = k
    }
  }
  let debt: f64 = 0
  let largest: f64 = 0
  let paid = dFrom
  for (let k = dFrom; k < dTo; k++) {
    const worth = debts[k] * Kind.at(wide.debtKind[k]).debtPrice
    debt += worth
    if (worth > largest) {
      largest = worth
      paid = k
    }
  }
  const kind = wide.collateralKind[taken]
  const rules = run.tables.collateralRules[kind]
  if (rules === byTick) return stepByTick(run, at, value, debt)
  const older = rules !== newer && rules !== byShortfall
  const least = rules === olderCut ? weighted - thresholdUnit * total : weighted
  if (rules === olderCut && total > 0) weighted = total * thresholdUnit * floor(weighted / (total * thresholdUnit) + wholeBps)
  if (weighted >= debt) {
    // Cut, the threshold may lie anywhere down to the least: what is as near as that is looked at in each round.
    if (least < debt) return true
    wide.agenda.waiting.add(wide.group[at], at, debt / least)
    return false
  }
  if (rules === absorbing) {
    absorb(run, at, debt)
    return false
  }
  let bonus = Kind.at(kind).bonus
  let repaid = largest
  if (rules === byShortfall) bonus = min(bonus, debt / weighted)
  else if (older) {
    if (weighted > closeAllBelowHealth * debt) repaid = largest / 2
  } else if (value >= smallUsd && largest >= smallUsd && weighted > closeAllBelowHealth * debt) repaid = min(largest, debt / 2)
  let seized = repaid * bonus
  if (seized > value) {
    seized = value
    repaid = seized / bonus
  } else if (!older && repaid < largest && (largest - repaid < leftoverUsd || value - seized < leftoverUsd)) {
    repaid = min(min(repaid, largest - leftoverUsd), (value - leftoverUsd) / bonus)
    seized = repaid * bonus
  }
  const tally = run.tallies
  const own = run.tables.collateralProtocol[kind] * talliesPerProtocol
  tally[own + liquidations] += 1
  Kind.at(kind).repaidUsd += repaid
  Kind.at(kind).seizedUsd += seized
  if (first) {
    wide.touched[at] = 1
    tally[own + positions] += 1
    for (let k = cFrom; k < cTo; k++) wide.collateral[k] = collateral[k]
    for (let k = dFrom; k < dTo; k++) wide.debt[k] = debts[k]
  }
  wide.collateral[taken] = seized === value ? 0 : wide.collateral[taken] - seized / Kind.at(kind).price
  wide.debt[paid] = repaid === largest ? 0 : wide.debt[paid] - repaid / Kind.at(wide.debtKind[paid]).debtPrice
  if (seized === value && !anyLeft(wide.collateral, cFrom, cTo)) {
    tally[own + badDebtUsd] += debt - repaid
    return false
  }
  return repaid !== largest || anyLeft(wide.debt, dFrom, dTo)
}

// All of it at once: what buyers pay for the collateral repays the debt as far as it goes, each asset in proportion.
function absorb(run: Run, at: i32, debt: f64): void {
  const wide = run.wide
  const from = wide.collateralFrom[at]
  const to = wide.collateralFrom[at + 1]
  let paid: f64 = 0
  for (let k = from; k < to; k++) {
    const kind = wide.collateralKind[k]
    paid += (wide.collateralBefore[k] * Kind.at(kind).price) / Kind.at(kind).bonus
  }
  const share = paid > debt ? debt / paid : 1
  for (let k = from; k < to; k++) {
    const kind = wide.collateralKind[k]
    const seized = wide.collateralBefore[k] * Kind.at(kind).price
    Kind.at(kind).seizedUsd += seized
    Kind.at(kind).repaidUsd += (seized / Kind.at(kind).bonus) * share
  }
  const own = run.tables.collateralProtocol[wide.collateralKind[from]] * talliesPerProtocol
  run.tallies[own + positions] += 1
  run.tallies[own + liquidations] += 1
  if (debt > paid) run.tallies[own + badDebtUsd] += debt - paid
}

function anyLeft(amounts: F64s, from: i32, to: i32): bool {
  for (let k = from; k < to; k++) if (amounts[k] > 0) return true
  return false
}

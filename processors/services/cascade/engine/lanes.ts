// One round of the lanes: rows past rescue are closed by sums, those that may be liquidatable are named due, the rest are not touched.
import { closesByCollateral, closesByDebt, shockedDebts, stillDebts } from '../index/row-lanes.ts'
import { closeByCollateral, closeByDebt, sellRests } from './closings.ts'
import type { Run } from './run.ts'

// Rounding of a few products; what lies closer to a bound than this is looked at one by one.
const room = 1e-9

export function stepLanes(run: Run): void {
  sellRests(run)
  const { from, group, leftKind, rightKind, debts, shareLow, shareHigh } = run.index.rows.lanes
  const { entry } = run.index.rows
  const { active, cursor } = run.lanes
  const { oracle } = run.prices
  const { collateralMultiplier: multiplier } = run
  const highest = highestOf(oracle)
  const highestShocked = highestAmong(oracle, run.index.shocked)
  const count = run.lanes.activeCount
  let kept = 0
  for (let at = 0; at < count; at++) {
    const lane = active[at]!
    const right = multiplier[rightKind[lane]!]!
    const more = multiplier[leftKind[lane]!]! - right
    let reach = right + (more > 0 ? shareLow[lane]! : shareHigh[lane]!) * more
    if (group[lane]! >= 0) reach = lowestOf(run, group[lane]!)
    if (debts[lane] !== stillDebts) reach /= debts[lane] === shockedDebts ? highestShocked : highest
    reach *= 1 - room
    if (entry[cursor[lane]!]! > reach) advance(run, lane, reach)
    if (cursor[lane]! < from[lane + 1]!) active[kept++] = lane
  }
  run.lanes.activeCount = kept
}

function advance(run: Run, lane: number, reach: number): void {
  const { lanes } = run.index.rows
  const end = lanes.from[lane + 1]!
  let row = run.lanes.cursor[lane]!
  if (lanes.closing[lane] === closesByCollateral) row = advanceByCollateral(run, lane, row, end)
  else if (lanes.closing[lane] === closesByDebt) row = advanceByDebt(run, lane, reach, row, end)
  run.lanes.cursor[lane] = nameDue(run, row, end, reach)
}

function advanceByCollateral(run: Run, lane: number, from: number, end: number): number {
  const { lanes, entry } = run.index.rows
  const lead = leads(run, lane)
  if (lead < 0) return from
  const right = run.collateralCover[lanes.rightKind[lane]!]!
  const more = run.collateralCover[lanes.leftKind[lane]!]! - right
  const hopeless = (right + (more > 0 ? lanes.shareHigh[lane]! : lanes.shareLow[lane]!) * more) * (1 + room)
  let row = from
  while (row < end && entry[row]! > hopeless) row++
  if (row > from) closeByCollateral(run, lane, from, row, lead === 0)
  return row
}

// First those whose collateral does not even cover the larger debt, then those of which that is not known, then those where it does.
function advanceByDebt(run: Run, lane: number, reach: number, from: number, end: number): number {
  const { lanes, entry } = run.index.rows
  const covered = run.collateralCover[lanes.leftKind[lane]!]!
  const never = (covered / lanes.shareLow[lane]!) * (1 + room)
  let row = from
  while (row < end && entry[row]! > never) row++
  if (row > from) closeByDebt(run, lane, from, row, false)
  const open = row
  row = nameDue(run, open, end, Math.max(reach, (covered / lanes.shareHigh[lane]!) * (1 - room)))
  const first = row
  while (row < end && entry[row]! > covered * (1 + room)) row++
  if (row > first) closeByDebt(run, lane, first, row, true)
  return row
}

function nameDue(run: Run, from: number, end: number, bound: number): number {
  const { entry } = run.index.rows
  const { due } = run.queue
  let row = from
  for (; row < end && entry[row]! > bound; row++) due[row >> 5]! |= 1 << row
  return row
}

// Which collateral every row of the lane loses first, being worth more in all of them: 0 left, 1 right, -1 where they differ.
function leads(run: Run, lane: number): number {
  const { lanes } = run.index.rows
  const { collateralThreshold: threshold } = run.index.tables
  const left = run.collateralMultiplier[lanes.leftKind[lane]!]! / threshold[lanes.leftKind[lane]!]!
  const right = run.collateralMultiplier[lanes.rightKind[lane]!]! / threshold[lanes.rightKind[lane]!]!
  const low = lanes.shareLow[lane]!
  const high = lanes.shareHigh[lane]!
  if (low * left > (1 - low) * right * (1 + room)) return 0
  return high * left * (1 + room) < (1 - high) * right ? 1 : -1
}

function lowestOf(run: Run, group: number): number {
  const { tokenFrom, tokens } = run.index.rows.groups
  const { oracle } = run.prices
  let lowest = 1
  for (let k = tokenFrom[group]!; k < tokenFrom[group + 1]!; k++) if (oracle[tokens[k]!]! < lowest) lowest = oracle[tokens[k]!]!
  return lowest
}

// What never moves is among them.
function highestOf(oracle: Float64Array): number {
  let highest = 1
  for (let t = 0; t < oracle.length; t++) if (oracle[t]! > highest) highest = oracle[t]!
  return highest
}

function highestAmong(oracle: Float64Array, shocked: readonly boolean[]): number {
  let highest = 0
  for (let t = 0; t < shocked.length; t++) if (shocked[t] && oracle[t]! > highest) highest = oracle[t]!
  return highest
}

// One round of the lanes: names the rows that a fall has reached, by one comparison a lane where it has reached none.
import { closesByCollateral, closesByDebt, otherDebts, shockedDebts, stillDebts } from '../index/codes.ts'
import { closeByCollateral, closeByDebt } from './closings.ts'
import { firstNotAbove } from './falling.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

// Rounding of a few products; what lies closer to a bound than this is looked at.
const room: f64 = 1e-9

export function resetLanes(run: Run): void {
  const lanes = run.lanes
  lanes.activeCount = lanes.count
  for (let lane = 0; lane < lanes.count; lane++) {
    lanes.active[lane] = lane
    lanes.cursor[lane] = lanes.from[lane]
    lanes.nextEntry[lane] = run.rows.entry[lanes.from[lane]]
  }
}

export function stepLanes(run: Run, protocolMask: i32): void {
  const lanes = run.lanes
  const low = run.falls.low
  const active = lanes.active
  const nextEntry = lanes.nextEntry
  boundDebts(run)
  let kept = 0
  for (let at = 0; at < lanes.activeCount; at++) {
    const lane = active[at]
    // Lanes of their own are Aave's alone.
    if (lanes.group[lane] < 0 && (protocolMask & 1) === 0) continue
    const right = low[lanes.rightClass[lane]]
    const more = low[lanes.leftClass[lane]] - right
    let reach = right + (more > 0 ? lanes.shareLow[lane] : lanes.shareHigh[lane]) * more
    if (lanes.group[lane] >= 0) reach = lowestOf(run, lanes.group[lane])
    reach *= (1 - room) / lanes.debtsHigh[lanes.debts[lane]]
    if (nextEntry[lane] <= reach || advance(run, lane, reach)) active[kept++] = lane
  }
  lanes.activeCount = kept
}

// True while there are rows left.
function advance(run: Run, lane: i32, reach: f64): bool {
  const lanes = run.lanes
  const end = lanes.from[lane + 1]
  let row = lanes.cursor[lane]
  if (lanes.closing[lane] === closesByCollateral) row = advanceByCollateral(run, lane, row, end)
  else if (lanes.closing[lane] === closesByDebt) row = advanceByDebt(run, lane, reach, row, end)
  row = lanes.group[lane] < 0 ? reachTo(run, row, end, reach) : reachWide(run, row, end, reach)
  lanes.cursor[lane] = row
  if (row === end) return false
  lanes.nextEntry[lane] = run.rows.entry[row]
  return true
}

function reachTo(run: Run, from: i32, end: i32, bound: f64): i32 {
  const entry = run.rows.entry
  const ids = run.reached.ids
  let count = run.reached.count
  let row = from
  for (; row < end && entry[row] > bound; row++) ids[count++] = row
  run.reached.count = count
  return row
}

function reachWide(run: Run, from: i32, end: i32, bound: f64): i32 {
  const rows = run.rows
  let row = from
  for (; row < end && rows.entry[row] > bound; row++) {
    const wide = rows.wide[row]
    const due = wide >= 0 ? run.wide.agenda.due : run.reached
    due.ids[due.count++] = wide >= 0 ? wide : row
  }
  return row
}

function advanceByCollateral(run: Run, lane: i32, from: i32, end: i32): i32 {
  const lanes = run.lanes
  const lead = leads(run, lane)
  if (lead < 0) return from
  const right = Kind.at(lanes.rightKind[lane]).cover
  const more = Kind.at(lanes.leftKind[lane]).cover - right
  const hopeless = (right + (more > 0 ? lanes.shareHigh[lane] : lanes.shareLow[lane]) * more) * (1 + room)
  const row = firstNotAbove(run.rows.entry, hopeless, from, end)
  if (row > from) closeByCollateral(run, lane, from, row, lead === 0)
  return row
}

// First those whose collateral does not even cover the larger debt, then those of which that is not known, then those where it does.
function advanceByDebt(run: Run, lane: i32, reach: f64, from: i32, end: i32): i32 {
  const lanes = run.lanes
  const covered = Kind.at(lanes.leftKind[lane]).cover
  let row = firstNotAbove(run.rows.entry, (covered / lanes.shareLow[lane]) * (1 + room), from, end)
  if (row > from) closeByDebt(run, lane, from, row, false)
  const first = reachTo(run, row, end, max(reach, (covered / lanes.shareHigh[lane]) * (1 - room)))
  row = firstNotAbove(run.rows.entry, covered * (1 + room), first, end)
  if (row > first) closeByDebt(run, lane, first, row, true)
  return row
}

// Which collateral every row of the lane loses first, being worth more in all of them: 0 left, 1 right, -1 where they differ.
function leads(run: Run, lane: i32): i32 {
  const lanes = run.lanes
  const leftKind = lanes.leftKind[lane]
  const rightKind = lanes.rightKind[lane]
  const left = Kind.at(leftKind).multiplier / Kind.at(leftKind).threshold
  const right = Kind.at(rightKind).multiplier / Kind.at(rightKind).threshold
  const low = lanes.shareLow[lane]
  const high = lanes.shareHigh[lane]
  if (low * left > (1 - low) * right * (1 + room)) return 0
  return high * left * (1 + room) < (1 - high) * right ? 1 : -1
}

function lowestOf(run: Run, group: i32): f64 {
  const groups = run.rows.groups
  let lowest: f64 = 1
  for (let k = groups.classFrom[group]; k < groups.classFrom[group + 1]; k++) {
    lowest = min(lowest, run.falls.low[groups.classes[k]])
  }
  return lowest
}

function boundDebts(run: Run): void {
  const prices = run.prices
  const debtsHigh = run.lanes.debtsHigh
  let highest: f64 = 1
  let highestShocked: f64 = 0
  for (let t = 0; t < prices.tokens; t++) {
    highest = max(highest, prices.oracle[t])
    if (prices.shocked[t] !== 0) highestShocked = max(highestShocked, prices.oracle[t])
  }
  debtsHigh[stillDebts] = 1
  debtsHigh[shockedDebts] = highestShocked
  // What never moves is among them.
  debtsHigh[otherDebts] = highest
}

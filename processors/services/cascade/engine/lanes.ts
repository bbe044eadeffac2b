// One round of the lanes: names the rows that a fall has reached, by one comparison a lane where it has reached none.
import { closesByCollateral, closesByDebt, otherDebts, shockedDebts, stillDebts } from '../index/row-lanes.ts'
import type { Rows } from '../index/rows.ts'
import { closeByCollateral, closeByDebt } from './closings.ts'
import type { Run } from './run.ts'

export type LaneState = {
  // Lanes not yet reached to their end; of each the first row that is not, and its entry.
  activeCount: number
  readonly active: Int32Array
  readonly cursor: Int32Array
  readonly nextEntry: Float64Array
  readonly firstEntry: Float64Array
  // By how debts move: how far they can have outgrown today's.
  readonly debtsHigh: Float64Array
}

// Rounding of a few products; what lies closer to a bound than this is looked at.
const room = 1e-9

export function createLaneState({ lanes, entry }: Rows): LaneState {
  return {
    activeCount: 0,
    active: new Int32Array(lanes.count),
    cursor: new Int32Array(lanes.count),
    nextEntry: new Float64Array(lanes.count),
    firstEntry: Float64Array.from({ length: lanes.count }, (_, l) => entry[lanes.from[l]!]!),
    debtsHigh: new Float64Array(3),
  }
}

export function resetLanes(state: LaneState, { lanes }: Rows): void {
  state.activeCount = lanes.count
  for (let l = 0; l < lanes.count; l++) state.active[l] = l
  state.cursor.set(lanes.from.subarray(0, lanes.count))
  state.nextEntry.set(state.firstEntry)
}

export function stepLanes(run: Run): void {
  const { group, leftClass, rightClass, debts, shareLow, shareHigh } = run.index.rows.lanes
  const { active, nextEntry, debtsHigh } = run.lanes
  const { low } = run.falls
  boundDebts(run)
  const count = run.lanes.activeCount
  let kept = 0
  for (let at = 0; at < count; at++) {
    const lane = active[at]!
    const right = low[rightClass[lane]!]!
    const more = low[leftClass[lane]!]! - right
    let reach = right + (more > 0 ? shareLow[lane]! : shareHigh[lane]!) * more
    if (group[lane]! >= 0) reach = lowestOf(run, group[lane]!)
    reach *= (1 - room) / debtsHigh[debts[lane]!]!
    if (nextEntry[lane]! <= reach || advance(run, lane, reach)) active[kept++] = lane
  }
  run.lanes.activeCount = kept
}

// True while there are rows left.
function advance(run: Run, lane: number, reach: number): boolean {
  const { lanes, entry } = run.index.rows
  const end = lanes.from[lane + 1]!
  let row = run.lanes.cursor[lane]!
  if (lanes.closing[lane] === closesByCollateral) row = advanceByCollateral(run, lane, row, end)
  else if (lanes.closing[lane] === closesByDebt) row = advanceByDebt(run, lane, reach, row, end)
  row = lanes.group[lane]! < 0 ? reachTo(run, row, end, reach) : reachWide(run, row, end, reach)
  run.lanes.cursor[lane] = row
  if (row === end) return false
  run.lanes.nextEntry[lane] = entry[row]!
  return true
}

function reachTo(run: Run, from: number, end: number, bound: number): number {
  const { entry } = run.index.rows
  const { ids, count } = run.reached
  let row = from
  for (; row < end && entry[row]! > bound; row++) ids[count + row - from] = row
  run.reached.count = count + row - from
  return row
}

function reachWide(run: Run, from: number, end: number, bound: number): number {
  const { entry, wide } = run.index.rows
  let row = from
  for (; row < end && entry[row]! > bound; row++) {
    const isWide = wide[row]! >= 0
    const due = isWide ? run.wide.due : run.reached
    due.ids[due.count++] = isWide ? wide[row]! : row
  }
  return row
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
  row = reachTo(run, row, end, Math.max(reach, (covered / lanes.shareHigh[lane]!) * (1 - room)))
  const first = row
  while (row < end && entry[row]! > covered * (1 + room)) row++
  if (row > first) closeByDebt(run, lane, first, row, true)
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
  const { classFrom, classes } = run.index.rows.groups
  const { low } = run.falls
  let lowest = 1
  for (let k = classFrom[group]!; k < classFrom[group + 1]!; k++) if (low[classes[k]!]! < lowest) lowest = low[classes[k]!]!
  return lowest
}

function boundDebts(run: Run): void {
  const { debtsHigh } = run.lanes
  const { oracle } = run.prices
  const { shocked } = run.index
  let [highest, highestShocked] = [1, 0]
  for (let t = 0; t < oracle.length; t++) if (oracle[t]! > highest) highest = oracle[t]!
  for (let t = 0; t < shocked.length; t++) if (shocked[t] && oracle[t]! > highestShocked) highestShocked = oracle[t]!
  debtsHigh[stillDebts] = 1
  debtsHigh[shockedDebts] = highestShocked
  // What never moves is among them.
  debtsHigh[otherDebts] = highest
}

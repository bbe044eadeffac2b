// The round of a cascade over all positions, compiled to WebAssembly: two thirds of the time it takes as JavaScript.
import { protocolCount, talliesPerProtocol } from '../index/codes.ts'
import { resetAgenda } from './agenda.ts'
import { wakeRows, wakeSingles } from './falls.ts'
import { resetLanes, stepLanes } from './lanes.ts'
import { resetPairs, stepPairs } from './pairs.ts'
import { resetPools, sellPools } from './pools.ts'
import { Run } from './records.ts'
import { resetRests, sellRests } from './rests.ts'
import { stepRows } from './rows.ts'
import { stepSingles } from './singles.ts'
import { stepWideRows } from './wide-rows.ts'

// Protocols of which positions are simulated leg by leg: Aave's bit, Compound's, Euler's and Fluid's.
const withRows: i32 = 0b11101

export function reset(run: Run): void {
  for (let k = 0; k < protocolCount * talliesPerProtocol; k++) run.tallies[k] = 0
  resetPairs(run)
  resetLanes(run)
  resetRests(run)
  resetPools(run)
  run.reached.count = 0
  run.live.count = 0
  resetAgenda(run.live.agenda)
  for (let at = 0; at < run.wide.count; at++) run.wide.touched[at] = 0
  resetAgenda(run.wide.agenda)
  run.singles.count = 0
  resetAgenda(run.singles.agenda)
}

// Everything liquidatable at the round's prices is liquidated once, in the protocols of the mask.
export function step(run: Run, protocolMask: i32): void {
  if (protocolMask & 1) {
    sellRests(run)
    wakeSingles(run)
  }
  if (protocolMask & withRows) {
    wakeRows(run)
    stepLanes(run, protocolMask)
    stepWideRows(run, protocolMask)
    sellPools(run, protocolMask)
  }
  if (protocolMask & 1) stepRows(run)
  stepPairs(run, protocolMask)
  if (protocolMask & 1) stepSingles(run)
}

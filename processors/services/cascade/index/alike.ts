// Tokens whose oracle prices move alike in every scenario of an index, as classes: a bound on one class stands for all its tokens.
import type { MarketState } from '../model/market-state.ts'

export type Alike = {
  readonly count: number
  // By token; the number of tokens itself stands for "never moves", whose class is 0.
  readonly classOf: Uint16Array
  // Moved by a fall alone, by no sale: within a scenario they stand where it has put them.
  readonly isSteady: Uint8Array
  // Class c holds tokens [from[c], from[c + 1]) of the list; those that never move are left out.
  readonly from: Int32Array
  readonly tokens: Int32Array
}

export function findAlike(state: MarketState, shocked: readonly boolean[], movable: readonly boolean[]): Alike {
  const { tokens } = state
  const classes = new Map<string, number>()
  const classOf = new Uint16Array(tokens.length + 1)
  const members: number[][] = [[]]
  const isSteady = [1]
  tokens.forEach((_, t) => {
    if (!movable[t]) return
    const drivers = driversOf(state, t)
    const name = `${shocked[t]} ${drivers.join()}`
    const known = classes.get(name) ?? members.push([]) - 1
    isSteady[known] = drivers.length === 0 ? 1 : 0
    classes.set(name, known)
    members[known]!.push(t)
    classOf[t] = known
  })
  const from = new Int32Array(members.length + 1)
  members.forEach((list, c) => {
    from[c + 1] = from[c]! + list.length
  })
  return { count: members.length, classOf, isSteady: Uint8Array.from(isSteady), from, tokens: Int32Array.from(members.flat()) }
}

// The tokens whose sales move this one's oracle.
function driversOf(state: MarketState, t: number): number[] {
  const { base, oracle } = state.tokens[t]!
  const drivers = oracle === 'rate' ? [] : [t]
  if (base !== null) drivers.push(base)
  return drivers.filter((d) => state.tokens[d]!.impact.kind !== 'none').sort((a, b) => a - b)
}

// What the kernel works on, and how something is put into it. Every field is one word, and engine/layout.ts writes them in this order.
import { Agenda, Due } from './agenda.ts'
import { F64s, I32s, U8s, U16s } from './arrays.ts'
import { LiveRows64, Rows40, Singles32 } from './items.ts'
import { Kind } from './kinds.ts'

@unmanaged
export class Run {
  tables: Tables
  alike: Alike
  prices: Prices
  falls: Falls
  // Three figures of each protocol, in the order of index/codes.ts.
  tallies: F64s
  pairs: Pairs
  rows: Rows
  lanes: Lanes
  // Rows reached in this round for the first time, and those reached before.
  reached: Due
  live: LiveRows
  wide: WideRows
  singles: Singles
  pools: Pools
}

// By kind of leg.
@unmanaged
export class Tables {
  collateralKinds: i32
  collateralProtocol: U8s
  collateralRules: U8s
  collateralFollows: U16s
  debtFollows: U16s
}

@unmanaged
export class Alike {
  count: i32
  classOf: U16s
}

// Of the round, by token, one more standing for what never moves.
@unmanaged
export class Prices {
  tokens: i32
  oracle: F64s
  shocked: U8s
}

// By class of tokens that move alike: the lowest multiplier, and how far the deepest and the least fallen fell since the round before.
@unmanaged
export class Falls {
  low: F64s
  deepest: F64s
  least: F64s
}

@unmanaged
export class Pairs {
  lists: i32
  from: I32s
  collateralKind: U16s
  debtFollows: U16s
  closesWhole: U8s
  threshold: F64s
  amount: F64s
  debtUsd: F64s
  amountSum: F64s
  debtUsdSum: F64s
  // Of each list the first position that no fall has reached, and the ratio below which it is reached; 0 at the end of the list.
  cursor: I32s
  next: F64s
}

@unmanaged
export class Rows {
  items: Rows40
  groupOf: U16s
  entry: F64s
  // Index among the wide rows, or -1.
  wide: I32s
  groups: RowGroups
}

@unmanaged
export class RowGroups {
  count: i32
  classFrom: I32s
  classes: I32s
}

// Rows that a round has reached, as they are by now.
@unmanaged
export class LiveRows {
  count: i32
  items: LiveRows64
  agenda: Agenda

  @inline
  copy(rows: Rows, row: i32, hit: u16): i32 {
    const item = this.count++
    const from = rows.items.at(row)
    const live = this.items.at(item)
    const to = live.row
    to.leftAmount = from.leftAmount
    to.rightAmount = from.rightAmount
    to.leftDebt = from.leftDebt
    to.rightDebt = from.rightDebt
    // All four kinds at once.
    store<u64>(changetype<usize>(to), load<u64>(changetype<usize>(from), 32), 32)
    live.group = <u16>rows.groupOf[row]
    live.hit = hit
    return item
  }
}

@unmanaged
export class Lanes {
  count: i32
  from: I32s
  group: I32s
  leftClass: U16s
  rightClass: U16s
  debts: U8s
  closing: U8s
  leftKind: U16s
  rightKind: U16s
  shareLow: F64s
  shareHigh: F64s
  sums: F64s
  // Lanes not yet reached to their end; of each the first row that is not, and its entry.
  activeCount: i32
  active: I32s
  cursor: I32s
  nextEntry: F64s
  // By how debts move: how far they can have outgrown today's.
  debtsHigh: F64s
}

@unmanaged
export class WideRows {
  count: i32
  group: U16s
  collateralFrom: I32s
  debtFrom: I32s
  collateralKind: U16s
  debtKind: U16s
  // As they are today, and as they are by now once touched.
  collateralBefore: F64s
  debtBefore: F64s
  collateral: F64s
  debt: F64s
  touched: U8s
  agenda: Agenda
}

// Positions of one collateral and one debt: closed in parts, or left of more.
@unmanaged
export class Singles {
  count: i32
  items: Singles32
  groups: SingleGroups
  agenda: Agenda

  @inline
  groupOf(run: Run, kind: i32, follows: i32): i32 {
    const classOf = run.alike.classOf
    return this.groups.groupAt[classOf[run.tables.collateralFollows[kind]] * run.alike.count + classOf[follows]]
  }

  @inline
  add(kind: i32, follows: i32, amount: f64, debtUsd: f64): i32 {
    const item = this.count++
    const single = this.items.at(item)
    single.kind = <u16>kind
    single.follows = <u16>follows
    single.amount = amount
    single.debtUsd = debtUsd
    return item
  }

  // What a liquidation left of a row: one leg of each sort.
  @inline
  takeOver(run: Run, kind: i32, amount: f64, debtKind: i32, debt: f64): void {
    if (Kind.at(debtKind).isSteadyDebt !== 0 && Kind.at(kind).takeRest(amount, debt, debt)) return
    const follows = run.tables.debtFollows[debtKind]
    const item = this.add(kind, follows, amount, debt / run.prices.oracle[follows])
    this.agenda.putBack(this.groupOf(run, kind, follows), item, amount * Kind.at(kind).weight, debt)
  }
}

@unmanaged
export class SingleGroups {
  count: i32
  groupAt: U16s
  collateralClass: I32s
  debtClass: I32s
}

// What vaults of Fluid have absorbed and nobody has bought, by kind of collateral.
@unmanaged
export class Pools {
  count: i32
  // The kinds that have one, and what is owed against each.
  kind: U16s
  debtKind: U16s
  // In tokens, as it is today and as it is by now.
  collateralBefore: F64s
  debtBefore: F64s
  collateral: F64s
  debt: F64s
  // What it took in this round owes beyond its worth, and how much of it is bad debt by now: no more than all of it lacks.
  addedUsd: F64s
  lackingUsd: F64s

  @inline
  take(kind: i32, collateral: f64, debt: f64, lackingUsd: f64): void {
    this.collateral[kind] += collateral
    this.debt[kind] += debt
    this.addedUsd[kind] += lackingUsd
  }
}

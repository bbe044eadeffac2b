// What the kernel works on. Every field is one word, and engine/layout.ts writes them in this order.
import { Agenda, Due } from './agenda.ts'
import { F64s, I32s, U8s, U16s } from './arrays.ts'
import { Rests } from './rests.ts'
import { LiveRows } from './rows.ts'
import { Singles } from './singles.ts'

@unmanaged
export class Run {
  tables: Tables
  alike: Alike
  prices: Prices
  falls: Falls
  // Three figures of each protocol, in the order of index/codes.ts.
  tallies: F64s
  sums: Sums
  pairs: Pairs
  rows: Rows
  lanes: Lanes
  // Rows reached in this round for the first time, and those reached before.
  reached: Due
  live: LiveRows
  wide: WideRows
  singles: Singles
  rests: Rests
}

// By kind of leg.
@unmanaged
export class Tables {
  collateralKinds: i32
  collateralThreshold: F64s
  collateralBonus: F64s
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

// Of the round. `oracle` is by token, one more standing for what never moves; the others are by kind.
@unmanaged
export class Prices {
  tokens: i32
  oracle: F64s
  shocked: U8s
  collateralPrice: F64s
  collateralWeight: F64s
  collateralMultiplier: F64s
  collateralCover: F64s
  perCollateralPrice: F64s
  // Of Fluid, as shares of value in debt: down to which a liquidation goes, and above which a position is absorbed.
  collateralTarget: F64s
  collateralMost: F64s
  debtPrice: F64s
  perDebtPrice: F64s
}

// By class of tokens that move alike: the lowest multiplier, and how far the deepest and the least fallen fell since the round before.
@unmanaged
export class Falls {
  low: F64s
  deepest: F64s
  least: F64s
}

// Of the round, by kind of collateral.
@unmanaged
export class Sums {
  seizedUsd: F64s
  repaidUsd: F64s
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
  legs: Legs
  groupOf: U16s
  entry: F64s
  // Index among the wide rows, or -1.
  wide: I32s
  groups: RowGroups
}

@unmanaged
export class Legs {
  kind: U16s
  amount: F64s
}

@unmanaged
export class RowGroups {
  count: i32
  classFrom: I32s
  classes: I32s
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

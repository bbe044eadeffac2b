// What the kernel has many of, each in one piece, so that a look at one waits for memory once. engine/layout.ts knows their sizes.

// The beginning of an item that can wait: the fall at which it is due, and who waits in the same bucket behind it.
@unmanaged
export class Wait {
  floor: f64
  next: i32

  @inline
  static at(items: usize, sizeLog2: usize, item: i32): Wait {
    return changetype<Wait>(items + ((<usize>item) << sizeLog2))
  }
}

// Two collateral, then two debt legs; a missing leg has amount 0.
@unmanaged
export class Row {
  leftAmount: f64
  rightAmount: f64
  leftDebt: f64
  rightDebt: f64
  leftKind: u16
  rightKind: u16
  leftDebtKind: u16
  rightDebtKind: u16

  @inline
  setCollateral(right: bool, amount: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>right) << 3), amount)
  }

  @inline
  setDebt(right: bool, amount: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>right) << 3), amount, 16)
  }
}

@unmanaged
export class Rows40 {
  @inline
  at(row: i32): Row {
    return changetype<Row>(changetype<usize>(this) + <usize>row * 40)
  }
}

// A row that a round has reached, as it is by now.
@unmanaged
export class LiveRow {
  floor: f64
  next: i32
  group: u16
  // Liquidated before.
  hit: u16

  @inline
  get row(): Row {
    return changetype<Row>(changetype<usize>(this) + 16)
  }
}

@unmanaged
export class LiveRows64 {
  @inline
  at(item: i32): LiveRow {
    return changetype<LiveRow>(changetype<usize>(this) + ((<usize>item) << 6))
  }
}

// A position of one collateral and one debt, which is told at today's price.
@unmanaged
export class Single {
  floor: f64
  next: i32
  kind: u16
  follows: u16
  amount: f64
  debtUsd: f64
}

@unmanaged
export class Singles32 {
  @inline
  at(item: i32): Single {
    return changetype<Single>(changetype<usize>(this) + ((<usize>item) << 5))
  }
}

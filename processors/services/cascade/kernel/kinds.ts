// What a round knows of each kind of leg, in two lines of the cache; the kinds lie where memory begins, so that none has to be looked up.
// engine/kinds.ts has the same fields in the same order.

// Rounding of a few products.
const room: f64 = 1 + 1e-9

@unmanaged
export class Kind {
  // Of collateral.
  price: f64
  weight: f64
  bonus: f64
  threshold: f64
  perPrice: f64
  // Of the round, in USD.
  seizedUsd: f64
  repaidUsd: f64
  // What is left of positions past rescue.
  restAmount: f64
  restDebtUsd: f64
  restPositions: i32
  // Kinds whose hopeless positions always lie below the close factor's bound, so that their last liquidation takes all.
  canRest: u16
  // Of debt: no sale moves its price.
  isSteadyDebt: u16
  multiplier: f64
  cover: f64
  // Of Fluid, as shares of value in debt: down to which a liquidation goes, and above which a position is absorbed.
  target: f64
  most: f64
  // Of debt.
  debtPrice: f64
  perDebtPrice: f64

  @inline
  static at(kind: i32): Kind {
    return changetype<Kind>((<usize>kind) << 7)
  }

  // True where a position is past rescue, its collateral covering not even the largest of its debts, and then it is taken in.
  @inline
  takeRest(amount: f64, largestUsd: f64, debtUsd: f64): bool {
    if (this.canRest === 0) return false
    if (amount * this.price * room >= largestUsd * this.bonus) return false
    this.addRest(1, amount, debtUsd)
    return true
  }

  @inline
  addRest(positions: i32, amount: f64, debtUsd: f64): void {
    this.restPositions += positions
    this.restAmount += amount
    this.restDebtUsd += debtUsd
  }
}

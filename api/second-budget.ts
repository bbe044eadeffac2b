// So much of something in a second, and no more before the next.

/** True where there was room; what comes last in its second may be as large as it is. */
export function createSecondBudget(most: number): (amount: number) => boolean {
  let [ends, spent] = [0, 0]
  return (amount) => {
    if (performance.now() > ends) [ends, spent] = [performance.now() + 1_000, 0]
    if (spent >= most) return false
    spent += amount
    return true
  }
}

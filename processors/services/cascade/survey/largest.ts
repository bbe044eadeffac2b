// Keeps the few largest of a stream of positions.
export type LargePosition = {
  readonly slot: number
  readonly collateralUsd: number
  readonly debtUsd: number
  readonly health: number
}

export function createLargest(count: number) {
  const kept: LargePosition[] = []
  function offer(slot: number, collateralUsd: number, debtUsd: number, health: number): void {
    if (kept.length === count && collateralUsd <= kept[count - 1]!.collateralUsd) return
    let at = kept.length
    while (at > 0 && kept[at - 1]!.collateralUsd < collateralUsd) at--
    kept.splice(at, 0, { slot, collateralUsd, debtUsd, health })
    if (kept.length > count) kept.pop()
  }
  return { offer, list: (): readonly LargePosition[] => kept }
}

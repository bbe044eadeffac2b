// What a transaction moved in the end: a loan repaid in it moved nothing, and what went through a router went from the first to the last.
export interface Moved {
  readonly chainId: number
  readonly tx: string
  readonly index: number
  readonly at: Date
  readonly token: string
  readonly from: string
  readonly to: string
  readonly units: bigint
}

const byPlace = (a: Moved, b: Moved): number => a.index - b.index

export function netTransfers(transfers: readonly Moved[]): Moved[] {
  const groups = Map.groupBy(transfers, ({ chainId, tx, token }) => `${chainId} ${tx} ${token}`)
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group : netOf(group.toSorted(byPlace))))
}

/** Who paid in the end to whom, the one that paid most to the one that got most first. */
function netOf(group: readonly Moved[]): Moved[] {
  const net = new Map<string, bigint>()
  for (const { from, to, units } of group) {
    net.set(from, (net.get(from) ?? 0n) - units)
    net.set(to, (net.get(to) ?? 0n) + units)
  }
  const sorted = (sign: 1n | -1n) =>
    [...net]
      .map(([account, units]) => ({ account, left: sign * units }))
      .filter(({ left }) => left > 0n)
      .sort((a, b) => (a.left < b.left ? 1 : a.left > b.left ? -1 : a.account < b.account ? -1 : 1))
  const [payers, receivers] = [sorted(-1n), sorted(1n)]
  const moved: Moved[] = []
  for (let [p, r] = [0, 0]; p < payers.length && r < receivers.length; ) {
    const [payer, receiver] = [payers[p]!, receivers[r]!]
    const units = payer.left < receiver.left ? payer.left : receiver.left
    moved.push({ ...group[0]!, index: group[0]!.index + moved.length, from: payer.account, to: receiver.account, units })
    payer.left -= units
    receiver.left -= units
    if (payer.left === 0n) p++
    if (receiver.left === 0n) r++
  }
  return moved
}

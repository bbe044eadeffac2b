// What positions hold and owe, at one block: as they were when somebody last touched them, or as liquidations have left them since.
import type { Hex } from 'viem'
import type { PinnedReader } from '../../chains/pinned.ts'
import { bigNumberOf, bitsOf, calls, places, tickOf } from './contracts.ts'
import { ratioAtTick } from './ticks.ts'

export type Position = {
  readonly vault: Hex
  readonly position: string
  readonly collateral: string
  readonly debt: string
  readonly debt_at_tick: string
}

/** In the order of the ids; null for those of vaults that are not followed. `vaults`: by their number. */
export async function readPositions(
  at: PinnedReader,
  factory: Hex,
  vaults: ReadonlyMap<bigint, Hex>,
  ids: readonly bigint[],
): Promise<(Position | null)[]> {
  const tokens = await at.must(ids.map((id) => ({ view: calls.stored, to: factory, args: [places.token(id)] })))
  const found = ids.flatMap((id, i) => {
    const vault = vaults.get(bitsOf(tokens[i]!, 192, 32))
    return vault === undefined ? [] : [{ id, vault }]
  })
  const words = await at.must(found.map(({ id, vault }) => ({ view: calls.stored, to: vault, args: [places.position(id)] })))
  const stored = found.map((one, i) => ({ ...one, ...decode(words[i]!) }))
  const owing = stored.filter((one) => one.tick !== null)
  const ticks = await at.must(owing.map(({ vault, tick }) => ({ view: calls.stored, to: vault, args: [places.tick(tick!)] })))
  const hit = owing.flatMap((one, i) => (isLiquidated(ticks[i]!, one.tickId) ? [{ ...one, tickData: ticks[i]! }] : []))
  const latest = await at.must(
    hit.map(({ vault, tick, tickId, gross, tickData }) => ({
      view: calls.latestPosition,
      to: vault,
      args: [BigInt(tick!), tickId, gross, tickData],
    })),
  )
  const now = new Map(hit.map(({ id }, i) => [id, latest[i]!]))
  const byId = new Map(
    stored.map(({ id, vault, collateral, gross, dust }) => {
      const [, grossNow, collateralNow] = now.get(id) ?? [0n, gross, collateral]
      // Whoever has less left than what was never owed has nothing left.
      const debt = grossNow > dust ? grossNow - dust : 0n
      const texts = { collateral: String(collateralNow), debt: String(debt), debt_at_tick: String(debt === 0n ? 0n : grossNow) }
      return [id, { vault, position: String(id), ...texts }]
    }),
  )
  return ids.map((id) => byId.get(id) ?? null)
}

function decode(word: bigint) {
  const collateral = bigNumberOf(word, 45)
  const isOnlySupplied = word === 0n || bitsOf(word, 0, 1) === 1n
  const tick = isOnlySupplied ? null : tickOf(word, 1)
  const gross = tick === null ? 0n : (ratioAtTick(tick) * collateral) >> 96n
  return { collateral, tick, tickId: bitsOf(word, 21, 24), gross, dust: tick === null ? 0n : bigNumberOf(word, 109) }
}

// Its tick was, or has begun anew since.
const isLiquidated = (tickData: bigint, tickId: bigint): boolean => (tickData & 1n) === 1n || bitsOf(tickData, 1, 24) > tickId

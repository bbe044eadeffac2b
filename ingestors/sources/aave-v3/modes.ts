// The eModes of a pool at one block: sets of reserves with rules of their own, or before v3.2 categories of which a reserve has one at most.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../chains/address.ts'
import type { PinnedReader, View } from '../../chains/pinned.ts'
import { calls } from './contracts.ts'
import { keepsCategories, type Pool } from './pools.ts'

type Modes = Promise<(Record<string, unknown> | null)[]>

/** null where no such eMode is defined. */
export function readModes(at: PinnedReader, pool: Pool, ids: readonly number[]): Modes {
  return keepsCategories(pool) ? readCategories(at, pool, ids) : readSets(at, pool, ids)
}

async function readSets(at: PinnedReader, pool: Pool, ids: readonly number[]): Modes {
  const configs = await at.answer(of(pool, calls.modeConfig, ids))
  const defined = ids.filter((_, i) => (configs[i]?.liquidationThreshold ?? 0) > 0)
  const [bitmaps, labels] = await Promise.all([
    at.must(of(pool, calls.modeBitmap, defined)),
    at.answer(of(pool, calls.modeLabel, defined)),
  ])
  return ids.map((id, i) => {
    const at = defined.indexOf(id)
    if (at < 0) return null
    const { liquidationThreshold, liquidationBonus } = configs[i]!
    return {
      market: pool.market,
      id,
      label: plain(labels[at] ?? ''),
      threshold_bps: liquidationThreshold,
      bonus_bps: liquidationBonus,
      collateral_bitmap: String(bitmaps[at]),
    }
  })
}

async function readCategories(at: PinnedReader, pool: Pool, ids: readonly number[]): Modes {
  if (ids.length === 0) return []
  const [categories, reserves] = await Promise.all([
    at.must(of(pool, calls.category, ids)),
    at.must(pool.reserves.map(({ asset }) => ({ view: calls.reserve, to: pool.address, args: [asset] }))),
  ])
  return ids.map((id, i) => {
    const { liquidationThreshold, liquidationBonus, priceSource, label } = categories[i]!
    if (liquidationThreshold === 0) return null
    const members = reserves.filter(({ configuration }) => categoryIn(configuration.data) === id)
    const price = lower(priceSource)
    return {
      market: pool.market,
      id,
      label: plain(label),
      threshold_bps: liquidationThreshold,
      bonus_bps: liquidationBonus,
      collateral_bitmap: String(members.reduce((bits, { id }) => bits | (1n << BigInt(id)), 0n)),
      ...(price === noAddress ? {} : { price_source: price }),
    }
  })
}

function of<T>(pool: Pool, view: View<T>, ids: readonly number[]) {
  return ids.map((id) => ({ view, to: pool.address, args: [id] as readonly (number | Hex)[] }))
}

function categoryIn(configuration: bigint): number {
  return Number((configuration >> 168n) & 0xffn)
}

function plain(label: string): string {
  return label.replaceAll(/\p{C}/gu, '').slice(0, 200)
}

// What the pools of a chain list at a block: their reserves and tokens, the oracle, the configurator, the revision.
import type { Hex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { lower } from '../../chains/address.ts'
import type { PinnedReader, Question } from '../../chains/pinned.ts'
import { createTokenNames, type TokenName } from '../../chains/tokens.ts'
import { calls } from './contracts.ts'

export type PoolDeployment = Deployment['aave_v3'][number]

export interface ListedReserve {
  readonly asset: Hex
  readonly id: number
  readonly aToken: Hex
  readonly debtToken: Hex
  readonly stableDebtToken: Hex
  readonly name: TokenName
}

export interface Pool {
  readonly market: string
  readonly address: Hex
  readonly revision: number
  readonly oracle: Hex
  readonly configurator: Hex
  readonly reserves: readonly ListedReserve[]
}

// By POOL_REVISION: 5 is v3.2, which took both away. SparkLend is a fork of v3.0.
const withoutCategories = 5

export const keepsCategories = (pool: Pool): boolean => pool.revision < withoutCategories
export const lendsAtStableRates = keepsCategories

export function createPoolReader(pools: readonly PoolDeployment[]) {
  const names = createTokenNames()
  const known = new Map<string, Omit<ListedReserve, 'name'>>()
  async function listReserves(at: PinnedReader, pool: PoolDeployment, assets: readonly Hex[]): Promise<ListedReserve[]> {
    const id = (asset: Hex) => `${pool.pool} ${asset}`
    const unknown = assets.filter((asset) => !known.has(id(asset)))
    const data = await at.must(unknown.map((asset) => ({ view: calls.reserve, to: pool.pool as Hex, args: [asset] })))
    unknown.forEach((asset, i) => {
      const { aTokenAddress, variableDebtTokenAddress, stableDebtTokenAddress } = data[i]!
      known.set(id(asset), {
        asset,
        id: data[i]!.id,
        aToken: lower(aTokenAddress),
        debtToken: lower(variableDebtTokenAddress),
        stableDebtToken: lower(stableDebtTokenAddress),
      })
    })
    const named = await names.read(at, assets)
    return assets.map((asset) => ({ ...known.get(id(asset))!, name: named.get(asset)! }))
  }
  return {
    /** A reserve's tokens may be others on the chain that replaced this one. */
    forget: () => known.clear(),
    async read(at: PinnedReader): Promise<Pool[]> {
      const found = await at.must<any>(pools.flatMap(questionsOf))
      return Promise.all(
        pools.map(async (pool, i) => {
          const [assets, revision, oracle, configurator] = found.slice(i * 4, i * 4 + 4) as [readonly Hex[], bigint, Hex, Hex]
          return {
            market: pool.market,
            address: pool.pool as Hex,
            revision: Number(revision),
            oracle: lower(oracle),
            configurator: lower(configurator),
            reserves: await listReserves(at, pool, assets.map(lower)),
          }
        }),
      )
    },
  }
}

function questionsOf({ pool, addresses_provider }: PoolDeployment): Question<unknown>[] {
  const [to, provider] = [pool as Hex, addresses_provider as Hex]
  return [
    { view: calls.reservesList, to, args: [] },
    { view: calls.revision, to, args: [] },
    { view: calls.priceOracle, to: provider, args: [] },
    { view: calls.configurator, to: provider, args: [] },
  ]
}

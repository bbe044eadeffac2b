// What is known of one chain's markets: the newest fact of every reserve, eMode, market, oracle and exchange.
import type { ValueOf } from '../../../../db/log/topic.ts'
import { aaveModes, aavePositions, aaveReserves } from '../../../../ingestors/sources/aave-v3/topic.ts'
import { cometMarkets, cometPositions } from '../../../../ingestors/sources/compound-v3/topic.ts'
import { dexDepth } from '../../../../ingestors/sources/dex-depth/topic.ts'
import { eulerPositions, eulerVaults } from '../../../../ingestors/sources/euler-v2/topic.ts'
import { fluidPositions, fluidVaults } from '../../../../ingestors/sources/fluid/topic.ts'
import { morphoMarkets, morphoPositions } from '../../../../ingestors/sources/morpho-blue/topic.ts'
import { oraclePrices } from '../../../../ingestors/sources/oracle-prices/topic.ts'

export type AavePosition = ValueOf<typeof aavePositions>
export type MorphoPositions = ValueOf<typeof morphoPositions>
export type Reserve = ValueOf<typeof aaveReserves>
export type Mode = ValueOf<typeof aaveModes>
export type Market = ValueOf<typeof morphoMarkets>
export type CometPosition = ValueOf<typeof cometPositions>
export type Comet = ValueOf<typeof cometMarkets>
export type EulerPosition = ValueOf<typeof eulerPositions>
export type EulerVault = ValueOf<typeof eulerVaults>
export type FluidPosition = ValueOf<typeof fluidPositions>
export type FluidVault = ValueOf<typeof fluidVaults>
export type OraclePrice = ValueOf<typeof oraclePrices>
export type Depth = ValueOf<typeof dexDepth>
export type Block = Reserve['block']

export const positionTopics = [aavePositions, morphoPositions, cometPositions, eulerPositions, fluidPositions] as const
export const marketTopics = [
  aaveReserves,
  aaveModes,
  morphoMarkets,
  cometMarkets,
  eulerVaults,
  fluidVaults,
  oraclePrices,
  dexDepth,
] as const
export const chainTopics = [...positionTopics, ...marketTopics] as const

export type ChainFacts = {
  readonly chainId: number
  /** Of the newest reading of any market, price or depth; interest has accrued until then. */
  readonly block: Block
  readonly reserves: readonly Reserve[]
  readonly modes: readonly Mode[]
  readonly markets: readonly Market[]
  readonly comets: readonly Comet[]
  readonly vaults: readonly EulerVault[]
  readonly fluids: readonly FluidVault[]
  readonly prices: readonly OraclePrice[]
  readonly depths: readonly Depth[]
}

/** Null where nothing is known of the chain's markets. Sorted by key, so that nothing hangs on the order in which facts came. */
export function chainFactsOf(chainId: number, byTopic: ReadonlyMap<string, ReadonlyMap<string, unknown>>): ChainFacts | null {
  const list = <V>(topic: { name: string }): V[] =>
    [...(byTopic.get(topic.name) ?? [])].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, value]) => value as V)
  const facts = {
    reserves: list<Reserve>(aaveReserves),
    modes: list<Mode>(aaveModes),
    markets: list<Market>(morphoMarkets),
    comets: list<Comet>(cometMarkets),
    vaults: list<EulerVault>(eulerVaults),
    fluids: list<FluidVault>(fluidVaults),
    prices: list<OraclePrice>(oraclePrices),
    depths: list<Depth>(dexDepth),
  }
  const blocks = Object.values(facts).flatMap((all) => all.map(({ block }) => block))
  return blocks.length === 0 ? null : { chainId, block: blocks.reduce(laterOf), ...facts }
}

/** Those that a lender's governance has chosen. */
export function listedTokens({ reserves, comets }: Pick<ChainFacts, 'reserves' | 'comets'>): Set<string> {
  const ofComets = comets.flatMap(({ base, assets }) => [base, ...assets].map(({ address }) => address))
  return new Set([...reserves.map(({ reserve }) => reserve), ...ofComets])
}

// Of two readings at one height that differ, any fixed choice will do.
function laterOf(a: Block, b: Block): Block {
  const [left, right] = [Date.parse(a.time), Date.parse(b.time)]
  if (left !== right) return left > right ? a : b
  if (a.number !== b.number) return a.number > b.number ? a : b
  return a.hash > b.hash ? a : b
}

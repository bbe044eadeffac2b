// The chains whose contracts may be asked about: in the demo world its own, in the live one those that have a provider.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChainSettings } from '../../app/config/chains.ts'
import { type Exchange, knownExchanges } from './exchanges.ts'

export interface ReadableChain {
  readonly id: number
  readonly urls: readonly string[]
  /** Where its tokens trade, as far as that is known. */
  readonly exchange: Exchange
  /** How many whole blocks may be read in one look; none where nothing is said. */
  readonly fullBlocks?: number
}

export interface ChainAccess {
  list(reading: ChainReading): Promise<readonly ReadableChain[]>
}

/** What is asked of a chain: its state at one block, or the logs of years. */
export type ChainReading = 'state' | 'logs'

/** Whether chains can be read so: the demo brings its own. */
export const canRead = ({ deployments, rpcUrls, openUrls }: ChainSettings, reading: ChainReading): boolean =>
  deployments === null || (reading === 'logs' ? rpcUrls : openUrls).size > 0

const nothing: Exchange = { factories: [], quotes: [] }

export function createChainAccess({ chains, dataDir }: { chains: ChainSettings; dataDir: string }): ChainAccess {
  const { fullBlocks = 0 } = chains
  if (chains.deployments === null)
    return { list: async () => (await readDemoChain(dataDir)).map((chain) => ({ ...chain, fullBlocks })) }
  const read = (urls: ChainSettings['rpcUrls']) =>
    [...urls].map(([id, urls]) => ({ id, urls, exchange: knownExchanges[id] ?? nothing, fullBlocks }))
  const chainsFor = { state: read(chains.openUrls), logs: read(chains.rpcUrls) }
  return { list: async (reading) => chainsFor[reading] }
}

// It may come some time after the program, and what trades on it later still.
async function readDemoChain(dataDir: string): Promise<ReadableChain[]> {
  const [chain, specimens] = await Promise.all(
    ['chain.json', 'specimens.json'].map((name) => read(join(dataDir, 'devnet', name))),
  )
  if (chain === null || chain === undefined) return []
  const { rpcUrl, chainId } = chain as { rpcUrl: string; chainId: number }
  return [{ id: chainId, urls: [rpcUrl], exchange: (specimens as { exchange?: Exchange } | null)?.exchange ?? nothing }]
}

async function read(file: string): Promise<object | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as object
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

// The demo that another process runs from a data folder: where its chain listens, and that there is no second one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TollgateError } from '../base/errors.ts'
import type { ChainPlaces } from './index.ts'
import { createRpc } from './rpc.ts'

/** Where the demo chain of this data folder listens, if one was started. */
export function findDemoChain(dataDir: string): ChainPlaces | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'devnet', 'chain.json'), 'utf8'))
  } catch {
    return null // no file, or not ours to read: no demo chain was started from this folder for us
  }
}

const lookMs = 2_000

/** Refuses to be a second demo in one folder: each would take the other's addresses away, and commands would find neither. */
export async function expectNoOtherDemo(dataDir: string): Promise<void> {
  const places = findDemoChain(dataDir)
  if (places === null) return
  const genesisAt = async (url: string) => {
    const block = await createRpc(url, lookMs)<{ hash: string } | null>('eth_getBlockByNumber', '0x0', false).catch(() => null)
    return block?.hash ?? null
  }
  // The door goes with its program, the chain may outlive it for a moment, and either port may be another's by now.
  const [door, chain] = await Promise.all([genesisAt(places.walletUrl), genesisAt(places.rpcUrl)])
  if (door === null || door !== chain) return
  const running = `A demo runs from DATA_DIR=${dataDir} already (its chain is at ${places.walletUrl}).`
  throw new TollgateError('config_invalid', `${running} Stop it, or set DATA_DIR to another folder.`)
}

// When a contract came to be and by whose transaction: by what a registry says, else by looking where its code begins.
import type { Hex } from 'viem'
import { RpcFault } from '../chains/rpc-fault.ts'
import type { PinnedChain } from './pinned-chain.ts'

export interface Deployment {
  readonly block: number
  readonly time: string
  readonly transaction: Hex | null
  readonly deployer: Hex | null
  readonly deployer_transactions: number | null
}

export interface Claimed {
  readonly block: number
  readonly transaction: Hex | null
  readonly deployer: Hex | null
}

// A registry knows of a block; the chain says when that was.
export async function findDeployment(chain: PinnedChain, address: Hex, claimed: Claimed | null): Promise<Deployment | null> {
  try {
    const known = claimed ?? (await look(chain, address))
    if (known === null) return null
    const header = await chain.header(known.block)
    const transactions = known.deployer === null ? null : await chain.nonce(known.deployer)
    return { ...known, time: header.time.toISOString(), deployer_transactions: transactions }
  } catch (error) {
    // Old states are what the fewest providers keep.
    if (error instanceof RpcFault) return null
    throw error
  }
}

async function look(chain: PinnedChain, address: Hex): Promise<Claimed | null> {
  const block = (await firstWithCode(chain, address)) ?? (await firstWithLog(chain, address))
  if (block === null) return null
  const [log] = await chain.logs(address, [], block, block)
  const receipt = log === undefined ? null : await chain.transaction(log.transaction)
  return { block, transaction: log?.transaction ?? null, deployer: receipt?.from ?? null }
}

async function firstWithCode(chain: PinnedChain, address: Hex): Promise<number | null> {
  let [without, withCode] = [-1, chain.block.number]
  try {
    while (withCode - without > 1) {
      const middle = Math.floor((without + withCode) / 2)
      if (await chain.hasCodeAt(address, middle)) withCode = middle
      else without = middle
    }
    return withCode
  } catch (error) {
    if (error instanceof RpcFault) return null
    throw error
  }
}

/** Most contracts tell of themselves in the transaction that makes them: an owner, a version, a first holder. */
async function firstWithLog(chain: PinnedChain, address: Hex): Promise<number | null> {
  const logs = await chain.logs(address, [], 0)
  const [first] = logs
  if (first === undefined) return null
  const receipt = await chain.transaction(first.transaction)
  return receipt?.created === address ? first.block : null
}

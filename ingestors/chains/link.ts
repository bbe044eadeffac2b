// Joins what was read to the chain as it is now, parent by parent, or finds the block up to which they still agree.
import type { BlockName, Checkpoint } from '../../db/chains/checkpoints.ts'
import type { Chain } from './chain.ts'
import type { Header } from './header.ts'
import { RpcFault } from './rpc-fault.ts'

/** The blocks after the checkpoint up to the head; null where the checkpoint's block is no longer the chain's. */
export async function linkToHead(chain: Chain, checkpoint: Checkpoint, head: Header): Promise<Header[] | null> {
  const headers: Header[] = [head]
  let lowest = head
  while (lowest.number > checkpoint.number + 1) {
    lowest = await chain.parentOf(lowest)
    // Two answers of one chain that do not fit: it moved on while we asked, or the nodes behind the address disagree.
    if (lowest.hash !== headers[0]!.parent) throw new RpcFault('behind', 'eth_getBlockByNumber')
    headers.unshift(lowest)
  }
  return lowest.parent === checkpoint.hash ? headers : null
}

export async function isOnChain(chain: Chain, block: BlockName): Promise<boolean> {
  // Before the first block there is nothing to disagree about.
  return block.number < 0 || (await chain.findHeader(block.number))?.hash === block.hash
}

/** The newest of the blocks that the chain still has; null: it was replaced deeper than they reach. */
export async function findAncestor(chain: Chain, newestFirst: readonly BlockName[]): Promise<BlockName | null> {
  for (const block of newestFirst) if (await isOnChain(chain, block)) return block
  return null
}

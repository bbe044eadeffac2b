// One step of reading a chain for one source: begin, search history, undo what was replaced, or read the newest block.

import { TollgateError } from '../../base/errors.ts'
import { type Checkpoint, findCheckpoint, lockCheckpoint, moveCheckpoint } from '../../db/chains/checkpoints.ts'
import { countDue } from '../../db/chains/subjects.ts'
import { listWindow, undoAbove } from '../../db/chains/window.ts'
import { begin, startOver } from './begin.ts'
import type { Header } from './header.ts'
import { findAncestor, isOnChain, linkToHead } from './link.ts'
import { readHead } from './read-head.ts'
import { scanRange } from './scan.ts'
import type { Step, StepContext } from './step.ts'

const enoughDoubts = 4

export async function advance(context: StepContext): Promise<Step> {
  const { chain, database, place, memory } = context
  const head = await chain.head()
  const checkpoint = await findCheckpoint(database.pool, place)
  if (memory.genesis === null || checkpoint === null) {
    const genesis = await chain.header(0)
    if (checkpoint === null) return begin(context, genesis, head)
    if (checkpoint.genesis !== genesis.hash) return leave(context, genesis, head)
    memory.genesis = genesis
  }
  const finalised = head.number - chain.deployment.finality_blocks
  if (checkpoint.phase === 'scan') return scanRange(context, checkpoint, Math.max(finalised, 0), head)
  if (head.number < checkpoint.number) return waitForGrowth(context, checkpoint, head)
  if (head.hash === checkpoint.hash) return readUnread(context, checkpoint, head)
  if (head.number === checkpoint.number) return undo(context, checkpoint, head)
  if (checkpoint.number < finalised - 1) {
    const isKept = await isOnChain(chain, checkpoint)
    return isKept ? scanRange(context, checkpoint, finalised, head) : undo(context, checkpoint, head)
  }
  const headers = await linkToHead(chain, checkpoint, head)
  if (headers === null) return undo(context, checkpoint, head)
  memory.doubts = 0
  return readHead(context, checkpoint, headers)
}

// The head fell back: a node that lags, or another chain that has yet to grow. Blocks of the same height tell.
async function waitForGrowth(context: StepContext, checkpoint: Checkpoint, head: Header): Promise<Step> {
  const window = await listWindow(context.database.pool, context.place)
  const below = window.find((block) => block.number <= head.number)
  if (below !== undefined && (await isOnChain(context.chain, below))) return standing(checkpoint, head)
  return undo(context, checkpoint, head)
}

async function readUnread(context: StepContext, checkpoint: Checkpoint, head: Header): Promise<Step> {
  const { source, memory, wake } = context
  const isWoken = source.scan === null && memory.wakesSeen < wake.count
  const hasMore = isWoken || (await countDue(context.database.pool, context.place)) > 0
  return hasMore ? readHead(context, checkpoint, [head]) : { ...standing(checkpoint, head), blockTime: head.time }
}

async function undo(context: StepContext, checkpoint: Checkpoint, head: Header): Promise<Step> {
  const { chain, database, place, logger, memory } = context
  const startedAt = Date.now()
  const genesis = await chain.header(0)
  if (genesis.hash !== checkpoint.genesis) return leave(context, genesis, head)
  const ancestor = await findAncestor(chain, await listWindow(database.pool, place))
  if (ancestor === null) {
    logger.error({ block: checkpoint.number }, 'no block that was read is on the chain any more')
    return leave(context, genesis, head)
  }
  memory.doubts = 0
  // Two nodes that disagree about the head, and the one asked last agrees with us.
  if (ancestor.hash === checkpoint.hash) {
    if (head.number < checkpoint.number) chain.doubtHead(head)
    else await chain.doubt(startedAt)
    return standing(checkpoint, head)
  }
  const undone = await database.transaction(async (connection) => {
    await lockCheckpoint(connection, place, checkpoint)
    const count = await undoAbove(connection, place, ancestor.number)
    await moveCheckpoint(connection, place, { ...ancestor, phase: 'follow' })
    return count
  })
  memory.refreshedAt = null
  logger.info({ from: checkpoint.number, to: ancestor.number, undone }, 'the chain was reorganised')
  return { ...standing(ancestor, head), more: true }
}

// Giving up all that is known on one wrong answer would be dear: another chain is one that is seen again and again.
async function leave(context: StepContext, genesis: Header, head: Header): Promise<Step> {
  context.memory.doubts++
  if (context.memory.doubts < enoughDoubts)
    throw new TollgateError('chain_unavailable', 'this looks like another chain than was read before; it is asked again', {
      retryable: true,
    })
  context.memory.doubts = 0
  return startOver(context, genesis, head)
}

function standing(block: { readonly number: number }, head: Header): Step {
  return { block: block.number, blockTime: null, head: head.number, appended: 0, read: 0, more: false }
}

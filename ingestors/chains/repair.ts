// What is done when the sums over all that is tracked miss the chain's totals: at once, then with back-off, until they match again.
import { findCheckpoint, lockCheckpoint, moveCheckpoint } from '../../db/chains/checkpoints.ts'
import { markAllDue } from '../../db/chains/subjects.ts'
import type { StepContext, StepMemory } from './step.ts'

const dayMs = 24 * 3_600_000
export const firstPauseMs = 2_000
// A search of all history takes hours and as many calls.
const mostPauseMs = 6 * 3_600_000
// A search begins so far before the last block at which all was well, or before the newest where none is known, and widens.
const behindClean = 64
const behindUnknown = 2_000
const widening = 8

/** How long the sums are let alone after so many repairs of one fault; the first is at once. */
export function pauseAfter(repairs: number, firstMs = firstPauseMs): number {
  return repairs === 0 ? 0 : Math.min(firstMs * 2 ** (repairs - 1), mostPauseMs)
}

export function isRepairDue(
  { repairs, repairedAt }: Pick<StepMemory, 'repairs' | 'repairedAt'>,
  firstMs = firstPauseMs,
  now = Date.now(),
): boolean {
  return now - repairedAt >= pauseAfter(repairs, firstMs)
}

/** Every second repair searches for whoever was missed, each time further back: to the first block in the end. */
export function searchFrom(
  { repairs, cleanBlock }: Pick<StepMemory, 'repairs' | 'cleanBlock'>,
  block: number,
  first: number,
): number {
  const searches = Math.floor(repairs / 2)
  const [from, behind] = cleanBlock === null ? [block, behindUnknown] : [Math.min(cleanBlock, block), behindClean]
  return Math.max(first, Math.floor(from - behind * widening ** searches))
}

/** `block`: up to where the sums were compared. */
export async function repair(context: StepContext, differences: Readonly<Record<string, string>>, block: number): Promise<void> {
  const { memory, source, logger, chain, place } = context
  if (Object.keys(differences).length === 0) {
    chain.logs.wary.delete(place.source)
    memory.repairs = 0
    memory.cleanBlock = block
    return
  }
  // Logs that were kept from us are a provider's fault that only another one shows.
  chain.logs.wary.add(place.source)
  if (!isRepairDue(memory, context.repairAgainMs)) return
  const isSearch = memory.repairs % 2 === 1
  const from = isSearch && source.scan !== null ? searchFrom(memory, block, source.scan.firstBlock) : null
  memory.repairs++
  memory.repairedAt = Date.now()
  const nextInMs = pauseAfter(memory.repairs, context.repairAgainMs)
  logger.warn(
    { differences, repair: isSearch ? 'search again' : 'read again', from, nextInMs },
    'what is tracked is not all there is',
  )
  await (from === null ? readAgain(context) : searchAgain(context, from))
}

/** Totals say nothing of what is held beside the debts: once a day everybody is read again, whatever they say. */
export async function sweepDaily(context: StepContext): Promise<void> {
  const { memory, source } = context
  if (source.scan === null || Date.now() - memory.sweptAt < dayMs) return
  memory.sweptAt = Date.now()
  await readAgain(context)
}

async function readAgain({ database, place }: StepContext): Promise<void> {
  await database.transaction((connection) => markAllDue(connection, place))
}

/** Goes through the history from that block, or from the first; what is known stays known. */
export async function searchAgain({ database, place, source, chain }: StepContext, from?: number): Promise<void> {
  const checkpoint = await findCheckpoint(database.pool, place)
  if (checkpoint === null || source.scan === null) return
  const before = await chain.header(Math.max(0, (from ?? source.scan.firstBlock) - 1))
  await database.transaction(async (connection) => {
    await lockCheckpoint(connection, place, checkpoint)
    await moveCheckpoint(connection, place, { ...before, phase: 'scan' })
  })
}

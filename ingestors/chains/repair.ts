// What is done when the sums over all that is tracked miss the chain's totals: read everybody again, then search history again.
import { findCheckpoint, lockCheckpoint, moveCheckpoint } from '../../db/chains/checkpoints.ts'
import { markAllDue } from '../../db/chains/subjects.ts'
import type { StepContext } from './step.ts'

const dayMs = 24 * 3_600_000

/** The first time everybody known is read again; if that did not help, whoever was missed is searched for; then not for a day. */
export async function repair(context: StepContext, differences: Readonly<Record<string, string>>): Promise<void> {
  const { memory, logger } = context
  if (Object.keys(differences).length === 0) {
    memory.repairs = 0
    return
  }
  if (memory.repairs >= 2 && Date.now() - memory.repairedAt < dayMs) return
  const isFirst = memory.repairs % 2 === 0
  memory.repairs++
  memory.repairedAt = Date.now()
  logger.warn({ differences, repair: isFirst ? 'read again' : 'search again' }, 'what is tracked is not all there is')
  await (isFirst ? readAgain(context) : searchAgain(context))
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

/** Goes through the history from its first block; what is known stays known. */
export async function searchAgain({ database, place, source, chain }: StepContext): Promise<void> {
  const checkpoint = await findCheckpoint(database.pool, place)
  if (checkpoint === null || source.scan === null) return
  const before = await chain.header(Math.max(0, source.scan.firstBlock - 1))
  await database.transaction(async (connection) => {
    await lockCheckpoint(connection, place, checkpoint)
    await moveCheckpoint(connection, place, { ...before, phase: 'scan' })
  })
}

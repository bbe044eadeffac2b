// Follows one chain for one source until it is stopped: step after step, slower after a failure, its state written down each time.

import { messageOf, TollgateError } from '../../base/errors.ts'
import { pause } from '../../base/wake.ts'
import { countDue, listContents } from '../../db/chains/subjects.ts'
import { listSources, recordDetail, recordFailure, recordSuccess } from '../../db/facts/sources.ts'
import { advance } from './advance.ts'
import { isRepairDue, repair, sweepDaily } from './repair.ts'
import { RpcFault } from './rpc-fault.ts'
import type { Step, StepContext } from './step.ts'

const pollMs = 1_000
const firstRetryMs = 500
const mostRetryMs = 30_000
// Whoever reads the chain now may end at any time.
const askAgainMs = 2_000

/** `onRead` is told each time something was read and nothing is left. */
export async function follow(context: StepContext, onRead: () => void = () => undefined): Promise<void> {
  const { source, stop, logger, memory, wake } = context
  const name = statusName(context)
  const secondsBetween = Math.max(source.leastSecondsBetween, context.chain.deployment.read_every_seconds ?? 0)
  let failures = 0
  let lastReadAt = 0
  let compared: Compared = { at: 0, block: -1, differences: {}, isOld: true }
  while (!stop.aborted) {
    if (!(await context.owns())) {
      await pause(askAgainMs, stop)
      continue
    }
    const seen = wake.count
    const startedAt = Date.now()
    try {
      const step = await advance(context)
      failures = 0
      context.chain.fits()
      compared = await compare(context, step, compared)
      await recordStep(context, name, step, compared)
      if (step.appended > 0) logger.debug({ ...describe(step), ms: Date.now() - startedAt }, 'read a block')
      if (step.more) continue
      if (memory.hasNews) wake.ring()
      memory.hasNews = false
      if (step.read > 0) onRead()
      await sweepDaily(context)
      // Nothing to look at yet is no reason to wait.
      if (step.read > 0) lastReadAt = startedAt
    } catch (error) {
      if (stop.aborted) return
      failures++
      if (isMismatch(error)) await context.chain.doubt(startedAt)
      logger.warn({ reason: reasonOf(error), failures }, 'the chain could not be read')
      await recordAway(context, reasonOf(error)).catch((failed) =>
        logger.error({ err: failed }, 'the failure could not be recorded'),
      )
    }
    const untilNext = lastReadAt + secondsBetween * 1_000 - Date.now()
    const pauseMs = failures > 0 ? Math.min(firstRetryMs * 2 ** (failures - 1), mostRetryMs) : Math.max(pollMs, untilNext)
    // What others find, this source may have to read at once.
    if (source.scan === null && failures === 0) await wake.rest(pauseMs, stop, seen)
    else await pause(pauseMs, stop)
  }
}

export function statusName({ place }: Pick<StepContext, 'place'>): string {
  return `${place.source}:${place.chainId}`
}

interface Compared {
  readonly at: number
  readonly block: number
  readonly differences: Record<string, string>
  /** Something was read since. */
  readonly isOld: boolean
}

// What is tracked equals what the chain counts only when nothing is left to be read.
async function compare(context: StepContext, step: Step, last: Compared): Promise<Compared> {
  const { source, database, place } = context
  const isOld = last.isOld || step.read > 0 || step.more
  const isClean = Object.keys(last.differences).length === 0
  const isDue = isOld
    ? !isClean || Date.now() - last.at >= context.compareAgainMs
    : !isClean && isRepairDue(context.memory, context.repairAgainMs)
  if (source.completeness === null || step.more || !isDue)
    // Where nothing was read, nothing moved: what was found holds for this block too.
    return { ...last, isOld, block: isOld ? last.block : step.block }
  const contents = await listContents(database.pool, place, source.completeness.name)
  const differences = source.differences(contents.map((subject) => JSON.parse(subject.content!)))
  await repair(context, differences, step.block)
  return { at: Date.now(), block: step.block, differences, isOld: false }
}

async function recordStep(context: StepContext, name: string, step: Step, compared: Compared): Promise<void> {
  const { database, place } = context
  const due = step.more ? await countDue(database.pool, place) : 0
  const at = new Date()
  const detail = {
    ...describe(step),
    chain_id: place.chainId,
    due,
    differences: compared.differences,
    compared_at_block: compared.block < 0 ? null : compared.block,
    repairs: context.memory.repairs,
    providers: context.chain.providers(),
    reachable: true,
  }
  await recordSuccess(database.pool, name, at, { records: step.appended, newestObservedAt: step.blockTime })
  await recordDetail(database.pool, name, JSON.stringify(detail))
}

// How far behind a chain is that cannot be asked, nobody knows; what was known of it last stays.
export async function recordAway(context: Pick<StepContext, 'chain' | 'database' | 'place'>, reason: string): Promise<void> {
  const { database } = context
  const name = statusName(context)
  await recordFailure(database.pool, name, new Date(), reason)
  const { detail } = (await listSources(database.pool)).find(({ source }) => source === name) ?? { detail: null }
  if (detail === null) return
  const away = { providers: context.chain.providers(), reachable: false, lag_blocks: null }
  await recordDetail(database.pool, name, JSON.stringify({ ...JSON.parse(detail), ...away }))
}

function describe(step: Step) {
  return { block: step.block, head: step.head, lag_blocks: Math.max(0, step.head - step.block), appended: step.appended }
}

// Answers that do not fit each other are a reorganisation or a liar: another provider tells which.
function isMismatch(error: unknown): boolean {
  if (error instanceof RpcFault) return error.kind === 'behind'
  return error instanceof TollgateError && error.code === 'chain_unavailable'
}

// A message of our own says nothing of where a provider lives; any other might.
export function reasonOf(error: unknown): string {
  return error instanceof TollgateError || (error as { severity?: string }).severity !== undefined
    ? messageOf(error)
    : `unexpected: ${(error as Error).name}`
}

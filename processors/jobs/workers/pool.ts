// The workers of one program: kept warm, one piece of work each, first come first served in every lane, and replaced when they end.
import { rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import { messageOf } from '../../../base/errors.ts'
import {
  type Confinement,
  type ConfinementState,
  confinementOf,
  describeWeakness,
  findConfinement,
  unconfined,
} from './confinement.ts'
import { WorkerLimit, WorkerNotStarted } from './failure.ts'
import type { Frame } from './frames.ts'
import { type Keeper, startKeeper } from './keeper.ts'
import { createLane, type WorkOptions } from './lane.ts'
import { type Lane, type LaneLimits, laneLimits, type TaskLimits } from './limits.ts'
import { makeScratchRoot, makeWorkerScratch, sweepWorkScratch } from './scratch.ts'
import { laneOf, type TaskName, type Tasks } from './tasks.ts'
import { entry, startWorker, type WorkerProcess } from './worker-process.ts'

export interface WorkerPool {
  /** Rejects with WorkerLimit, WorkerDeath or WorkersBusy, or with the signal's reason. */
  run<T extends TaskName>(task: T, work: Work<T>, options?: WorkOptions): Promise<Done<T>>
  /** Starts a worker before there is work for it, once this program has started itself. */
  warm(lane: Lane): void
  describe(): WorkersState
  close(): Promise<void>
}

export type Work<T extends TaskName> = {
  readonly input: Tasks[T]['input']
  readonly body: Uint8Array
  readonly limits: TaskLimits
}
export type Done<T extends TaskName> = { readonly output: Tasks[T]['output']; readonly body: Buffer }
export type WorkersState = { readonly confined: ConfinementState | null; readonly running: Record<Lane, number> }

type PoolOptions = {
  readonly logger?: Logger
  readonly lanes?: Partial<Record<Lane, LaneLimits>>
  readonly scratchParent?: string
  /** How long a start is left alone; null: none is started before its work. */
  readonly warmAfterMs?: number | null
}
type Ground = { root: string; confinement: Confinement; keeper: Keeper }
type Reply = { kind: 'done'; output: never } | { kind: 'failed'; overrun: boolean; message: string }

// A program that starts has better to do than to start others that nobody has work for yet.
const usualWarmAfterMs = 10_000

export function createWorkerPool(options: PoolOptions = {}): WorkerPool {
  const { logger, lanes = {}, scratchParent, warmAfterMs = usualWarmAfterMs } = options
  let ground: Promise<Ground> | null = null
  let confined: ConfinementState | null = null
  let hasStarted = false
  let started = 0
  const places = new Set<number>()
  const later = new Set<NodeJS.Timeout>()
  const limits = { ...laneLimits, ...lanes }

  // Nothing is made before the first worker is wanted.
  const prepare = async (): Promise<Ground> => {
    await sweepWorkScratch(scratchParent).catch((error) => logger?.warn({ err: error }, 'old scratch could not be swept'))
    const [root, confinement] = await Promise.all([makeScratchRoot(scratchParent), findConfinement(entry)])
    confined = confinement.state
    const weakness = describeWeakness(confinement.state)
    if (weakness === null) logger?.info({ confined }, 'workers for what strangers send')
    else logger?.warn({ confined, todo: weakness.todo }, weakness.seen)
    return { root, confinement, keeper: startKeeper(root) }
  }

  async function start(lane: Lane): Promise<WorkerProcess> {
    ground ??= prepare()
    const { root, confinement, keeper } = await ground
    const place = freePlace()
    const scratch = await makeWorkerScratch(root, `${lane}-${++started}`, confinement.userOf(place))
    const worker = startWorker({ place, lane, scratch }, limits[lane], confinement)
    if (worker.pid !== undefined) keeper.watch(worker.pid)
    void worker.ended.then(async () => {
      places.delete(place)
      if (worker.pid !== undefined) keeper.forget(worker.pid)
      await removeScratch(scratch)
    })
    worker.ready.then(() => {
      hasStarted = true
    })
    return worker
  }

  function freePlace(): number {
    let place = 0
    while (places.has(place)) place++
    places.add(place)
    return place
  }

  async function removeScratch(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }).catch((error) => logger?.warn({ err: error }, 'scratch stays'))
  }

  const running = {
    page: createLane(limits.page, () => start('page')),
    document: createLane(limits.document, () => start('document')),
    audit: createLane(limits.audit, () => start('audit')),
    analyser: createLane(limits.analyser, () => start('analyser')),
  }

  return {
    async run(task, { input, body, limits: bounds }, options = {}) {
      const lane = running[laneOf[task]]
      const attempt = () => lane.run({ task, input }, body, bounds, options)
      const frame = await attempt().catch(async (error) => {
        // A machine that lets a trial pass and not the worker itself: less shut in is better than not at all, and is told.
        if (!(error instanceof WorkerNotStarted) || hasStarted || ground === null) throw error
        const { root, keeper } = await ground
        if (confined === unconfined.state) throw error
        logger?.warn({ reason: error.message }, 'workers cannot be shut in on this machine')
        confined = unconfined.state
        ground = Promise.resolve({ root, keeper, confinement: confinementOf(unconfined) })
        return attempt()
      })
      return read(frame)
    },
    warm(lane) {
      if (warmAfterMs === null) return
      const start = () => running[lane].warm().catch((error) => logger?.warn({ reason: messageOf(error) }, 'no warm worker'))
      later.add(setTimeout(() => void start(), warmAfterMs).unref())
    },
    describe: () => ({
      confined,
      running: {
        page: running.page.size(),
        document: running.document.size(),
        audit: running.audit.size(),
        analyser: running.analyser.size(),
      },
    }),
    async close() {
      for (const timer of later) clearTimeout(timer)
      await Promise.all(Object.values(running).map((lane) => lane.close()))
      if (ground === null) return
      const { root, keeper } = await ground
      await removeScratch(root)
      await keeper.close()
    },
  }
}

function read<T extends TaskName>({ head, body }: Frame): Done<T> {
  const reply = head as Reply
  if (reply.kind === 'done') return { output: reply.output, body }
  if (reply.overrun) throw new WorkerLimit('memory')
  throw new Error(`a worker failed: ${reply.message}`)
}

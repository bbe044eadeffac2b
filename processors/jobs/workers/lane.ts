// One lane of workers: who waits, who is busy, who may take the next place, and when a worker has done enough.
import { WorkersBusy } from './failure.ts'
import type { Frame } from './frames.ts'
import type { LaneLimits, TaskLimits } from './limits.ts'
import { megabyte } from './limits.ts'
import { emptyScratch } from './scratch.ts'
import type { WorkerProcess } from './worker-process.ts'

export type WorkOptions = {
  readonly signal?: AbortSignal | undefined
  /** Over in seconds: may have the places that long work may not. */
  readonly isShort?: boolean
  /** In a worker of its own, which nothing follows: for work that may have ended one. */
  readonly alone?: boolean
}

export interface WorkLane {
  run(head: unknown, body: Uint8Array, limits: TaskLimits, options: WorkOptions): Promise<Frame>
  warm(): Promise<void>
  size(): number
  close(): Promise<void>
}

// What a library keeps from one page shows in the next; nor does memory that was once taken come back.
const mostServed = 500
const mostIdleBytes = 350 * megabyte
const idleMs = 60_000

export function createLane({ processes, keptForShort, queue }: LaneLimits, start: () => Promise<WorkerProcess>): WorkLane {
  const idle: WorkerProcess[] = []
  const all = new Set<WorkerProcess>()
  const waiting: { isShort: boolean; wake: () => void }[] = []
  const taken = { all: 0, long: 0 }
  let closed = false
  let warming: Promise<void> | null = null

  const hasPlace = (isShort: boolean) => taken.all < processes && (isShort || taken.long < processes - keptForShort)

  async function takePlace(isShort: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (hasPlace(isShort) && !waiting.some((other) => other.isShort === isShort)) return occupy(isShort)
    if (waiting.length >= queue) throw new WorkersBusy()
    await wait(isShort, signal)
  }

  function occupy(isShort: boolean): void {
    taken.all++
    if (!isShort) taken.long++
  }

  function wait(isShort: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
        reject(signal?.reason)
      }
      const entry = {
        isShort,
        wake() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      waiting.push(entry)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  function givePlace(isShort: boolean): void {
    taken.all--
    if (!isShort) taken.long--
    const next = waiting.findIndex((entry) => hasPlace(entry.isShort))
    if (next < 0) return
    const [first] = waiting.splice(next, 1)
    // Taken for it here: whoever comes before it runs must find the place taken.
    occupy(first!.isShort)
    first!.wake()
  }

  async function startOne(): Promise<WorkerProcess> {
    const worker = await start()
    all.add(worker)
    void worker.ended.then(() => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    if (closed) worker.kill()
    return worker
  }

  async function giveBack(worker: WorkerProcess, alone: boolean): Promise<void> {
    if (!worker.alive) return
    if (alone || closed || worker.served >= mostServed) return worker.kill()
    await emptyScratch(worker.scratch)
    if ((await worker.rssBytes()) > mostIdleBytes) return worker.kill()
    idle.push(worker)
    if (all.size > 1) retireLater(worker)
  }

  // Beyond the one that stays warm, a worker is kept while there is work for it.
  function retireLater(worker: WorkerProcess): void {
    const served = worker.served
    setTimeout(() => {
      if (worker.served === served && idle.includes(worker) && all.size > 1) worker.kill()
    }, idleMs).unref()
  }

  return {
    async run(head, body, limits, { signal, isShort = false, alone = false }) {
      signal?.throwIfAborted()
      await takePlace(isShort, signal)
      try {
        await warming?.catch(() => undefined) // told to whoever asked for it
        const free = alone ? undefined : idle.findLast((worker) => worker.alive)
        if (free !== undefined) idle.splice(idle.indexOf(free), 1)
        const worker = free ?? (await startOne())
        try {
          signal?.throwIfAborted()
          return await worker.run(head, body, limits, signal)
        } finally {
          await giveBack(worker, alone)
        }
      } finally {
        givePlace(isShort)
      }
    },
    // Each kind of work in the lane asks for it as it opens, and one is enough for all.
    async warm() {
      if (all.size > 0 || closed) return
      warming ??= startOne()
        .then((worker) => void idle.push(worker))
        .finally(() => {
          warming = null
        })
      await warming
    },
    size: () => all.size,
    async close() {
      closed = true
      const ending = [...all]
      for (const worker of ending) worker.kill()
      await Promise.all(ending.map((worker) => worker.ended))
    },
  }
}

// One worker process: started shut in and with an empty environment, given one piece of work at a time, killed when that goes over a limit.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Confinement } from './confinement.ts'
import { type LimitReached, WorkerDeath, WorkerLimit, WorkerNotStarted } from './failure.ts'
import { createFrameReader, type Frame, packFrame } from './frames.ts'
import { type Lane, type LaneLimits, startsPrograms, type TaskLimits } from './limits.ts'
import { type Usage, usageOf } from './usage.ts'

export interface WorkerProcess {
  readonly alive: boolean
  readonly pid: number | undefined
  readonly place: number
  readonly scratch: string
  /** How much it has done, which decides when it is replaced. */
  readonly served: number
  run(head: unknown, body: Uint8Array, limits: TaskLimits, signal?: AbortSignal): Promise<Frame>
  rssBytes(): Promise<number>
  kill(): void
  readonly ready: Promise<'ready'>
  /** Settles when it and everything it started is gone. */
  readonly ended: Promise<void>
}

export type WorkerPlace = { readonly place: number; readonly lane: Lane; readonly scratch: string }
type Listener = { hear: ((frame: Frame) => void) | null; refuse: (() => void) | null; mostBytes: number }
type Ended = { readonly how: string; readonly outOfMemory: boolean }

export const entry = fileURLToPath(new URL('./worker-child.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
const watchMs = 200
const startMs = 60_000
const lastWordsMs = 300
const complaintBytes = 16 * 1024
// What a worker's code is made of; nothing else of the program's folder, its data least of all.
const readable = ['processors/', 'node_modules/', 'base/', 'package.json', 'app/config/documents.ts']
const programFolders = ['/bin/', '/usr/bin/', '/usr/local/bin/', '/opt/']

export function startWorker(at: WorkerPlace, limits: LaneLimits, confinement: Confinement): WorkerProcess {
  const program = [process.execPath, ...nodeFlags(at, limits), entry, at.lane, at.scratch]
  const [command, ...args] = confinement.command(at.place, limits, program)
  const child = spawn(command!, args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'], env: {}, cwd: at.scratch, detached: true })
  const [input, complaints, output] = [child.stdin as Writable, child.stderr as Readable, child.stdio[3] as Readable]
  input.on('error', () => undefined) // its end says more
  const state = { alive: true, served: 0, said: '' }
  complaints.on('data', (chunk: Buffer) => {
    if (state.said.length < complaintBytes) state.said += chunk.toString('latin1').slice(0, complaintBytes)
  })
  const kill = () => {
    state.alive = false
    killGroup(child.pid)
  }
  const gone = new Promise<Ended>((resolve) => {
    const end = (how: string) => {
      state.alive = false
      resolve({ how, outOfMemory: /out of memory|allocation failed/i.test(state.said) })
    }
    child.once('exit', (code, signal) => {
      // What it had started goes with it; its last words may still be on their way.
      kill()
      const how = signal ?? `exit code ${code}`
      const late = setTimeout(end, lastWordsMs, how)
      child.once('close', () => {
        clearTimeout(late)
        end(how)
      })
    })
    child.once('error', (error) => end(error.message))
  })
  const ready = Promise.withResolvers<'ready'>()
  const listener: Listener = { hear: () => ready.resolve('ready'), refuse: null, mostBytes: 0 }
  const take = createFrameReader((frame) => listener.hear?.(frame))
  output.on('data', (chunk: Buffer) => {
    try {
      take(chunk, listener.mostBytes)
    } catch {
      // Whatever it sends that no worker of ours would: nothing more is heard from it.
      output.destroy()
      listener.refuse?.()
    }
  })
  hold(child, false)

  // Its own start is no part of the work's time.
  async function started(signal: AbortSignal | undefined): Promise<void> {
    const late = AbortSignal.timeout(startMs)
    const given = signal === undefined ? late : AbortSignal.any([late, signal])
    try {
      await Promise.race([
        ready.promise,
        gone.then(({ how }) => Promise.reject(new WorkerNotStarted(how, state.said))),
        aborted(given),
      ])
    } catch (error) {
      kill()
      throw error === late.reason ? new WorkerNotStarted('it took too long', state.said) : error
    }
  }

  async function run(head: unknown, body: Uint8Array, limits: TaskLimits, signal?: AbortSignal): Promise<Frame> {
    hold(child, true)
    await started(signal)
    const over = Promise.withResolvers<never>()
    over.promise.catch(() => undefined)
    const answered = Promise.withResolvers<Frame>()
    const stop = (why: unknown) => {
      over.reject(why)
      kill()
    }
    const exceed = (limit: LimitReached) => stop(new WorkerLimit(limit))
    listener.mostBytes = limits.outputBytes
    listener.hear = answered.resolve
    listener.refuse = () => exceed('output')
    const cancel = () => stop(signal?.reason)
    signal?.addEventListener('abort', cancel, { once: true })
    const timer = setTimeout(() => exceed('time'), limits.wallMs)
    const watching = watchUsage(child.pid, startsPrograms(at.lane), limits, exceed)
    try {
      for (const part of packFrame(head, body)) input.write(part)
      const frame = await Promise.race([answered.promise, over.promise, gone.then(deadOf)])
      state.served++
      return frame
    } finally {
      clearTimeout(timer)
      watching.stop()
      signal?.removeEventListener('abort', cancel)
      listener.hear = null
      listener.refuse = null
      listener.mostBytes = 0
      if (state.alive) hold(child, false)
    }
  }

  return {
    get alive() {
      return state.alive
    },
    get served() {
      return state.served
    },
    pid: child.pid,
    place: at.place,
    scratch: at.scratch,
    run,
    rssBytes: async () => (child.pid === undefined ? 0 : ((await usageOf(child.pid, false))?.rssBytes ?? 0)),
    kill,
    ready: ready.promise,
    ended: gone.then(() => undefined),
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function nodeFlags({ lane, scratch }: WorkerPlace, { heapMb }: LaneLimits): string[] {
  const reads = [...readable.map((part) => `${root}${part}`), ...(startsPrograms(lane) ? [...programFolders, `${scratch}/`] : [])]
  return [
    `--max-old-space-size=${heapMb}`,
    '--permission',
    ...reads.map((path) => `--allow-fs-read=${path}${path.endsWith('/') ? '*' : ''}`),
    // Programs are started there and nowhere else.
    ...(startsPrograms(lane) ? [`--allow-fs-write=${scratch}/*`, '--allow-child-process'] : []),
    '--disable-warning=SecurityWarning',
  ]
}

function deadOf({ how, outOfMemory }: Ended): never {
  throw outOfMemory ? new WorkerLimit('memory') : new WorkerDeath(how)
}

// From outside, by what the kernel counts: the work itself is not asked.
function watchUsage(pid: number | undefined, withGroup: boolean, limits: TaskLimits, exceed: (limit: LimitReached) => void) {
  let before: Usage | null = null
  let stopped = false
  const look = async () => {
    const usage = pid === undefined ? null : await usageOf(pid, withGroup)
    if (stopped || usage === null) return
    before ??= usage
    if (usage.rssBytes > limits.memoryBytes) return exceed('memory')
    if (usage.cpuMs - before.cpuMs > limits.cpuMs) return exceed('processor')
    timer = setTimeout(look, watchMs)
    timer.unref()
  }
  // Most work is over before the first look.
  let timer = setTimeout(look, watchMs)
  timer.unref()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// An idle worker must not keep the program alive, a busy one must.
function hold(child: ChildProcess, busy: boolean): void {
  const act = busy ? 'ref' : 'unref'
  child[act]()
  for (const stream of child.stdio) (stream as unknown as { ref?(): void; unref?(): void } | null)?.[act]?.()
}

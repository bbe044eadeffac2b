// Starts poppler's programs from a process that stays small: to start one, the system copies the page tables of whoever starts it, which
// of a process that has converted a few documents takes as long as the program itself.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type PopplerProgram, type ProgramCall, type Started, startProgram } from './start-program.ts'

/** call: null to stop what was started under this number. */
export type StarterRequest = { readonly id: number; readonly call: ProgramCall | null }
type StarterReply = 'ready' | { readonly id: number; readonly started: Started }

interface Starter {
  readonly isReady: boolean
  start(call: ProgramCall, signal: AbortSignal): Promise<Started>
  /** Until it has settled this process goes on. */
  waitFor<T>(answer: Promise<T>): Promise<T>
}

const entry = fileURLToPath(new URL('starter-child.ts', import.meta.url))
// Whoever converts a document or two is done before a starter were ready.
const startedAlone = 6
// It answers once the program is dead.
const stoppedMs = 4_000
// What it may do is what may be done here, and of the rest of what this process was started with it needs nothing.
const passedOn = /^--(?:permission|allow-[\w-]+(?:=|$)|disable-warning=)/

// Where none can be, or none lasts, each program is started from here.
const mostStarters = 4

let started = 0
let opened = 0
let starter: Starter | null = null

export async function startFrom<P extends PopplerProgram>(call: ProgramCall<P>, signal: AbortSignal): Promise<Started> {
  if (starter?.isReady) return await starter.waitFor(starter.start(call, signal))
  if (++started > startedAlone && starter === null && opened < mostStarters) starter = openStarter()
  return await startProgram(call, signal)
}

/** Only a starter may start what waits for work: whatever becomes of this process, it is there to end it. */
export const canStartAhead = (): boolean => starter?.isReady ?? false

/** How it ends, and the same for whoever has nothing else to do. */
export function startAhead<P extends PopplerProgram>(call: ProgramCall<P>, signal: AbortSignal) {
  if (!starter?.isReady) throw new Error('programs are started ahead by a starter alone')
  const { start, waitFor } = starter
  const ended = start(call, signal)
  return { ended, wait: async () => await waitFor(ended) }
}

function openStarter(): Starter {
  opened++
  const child = fork(entry, [], {
    execArgv: [...process.execArgv.filter((flag) => passedOn.test(flag)), '--max-old-space-size=64'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  const waiting = new Map<number, (started: Started) => void>()
  let busy = 0
  let isReady = false
  let last = 0
  // Waiting for an answer keeps this process going, having a starter does not.
  hold(child, false)
  child.on('message', (reply: StarterReply) => {
    if (reply === 'ready') isReady = true
    else waiting.get(reply.id)?.(reply.started)
  })
  const end = () => {
    if (starter === self) starter = null
    isReady = false
    for (const tell of waiting.values()) tell({ hasStarted: true, isStopped: false, exitCode: null })
  }
  child.once('exit', end).once('error', end).once('disconnect', end)

  async function start(call: ProgramCall, signal: AbortSignal): Promise<Started> {
    const id = ++last
    const answer = Promise.withResolvers<Started>()
    waiting.set(id, answer.resolve)
    let late: NodeJS.Timeout | undefined
    const stop = () => {
      tell({ id, call: null })
      late = setTimeout(() => answer.resolve({ hasStarted: true, isStopped: true, exitCode: null }), stoppedMs)
    }
    tell({ id, call })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    try {
      return await answer.promise
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      waiting.delete(id)
    }
  }

  async function waitFor<T>(answer: Promise<T>): Promise<T> {
    if (busy++ === 0) hold(child, true)
    try {
      return await answer
    } finally {
      if (--busy === 0) hold(child, false)
    }
  }

  // One that is gone says so by its end.
  const tell = (request: StarterRequest) => child.connected && child.send(request, () => undefined)
  const self: Starter = {
    get isReady() {
      return isReady
    },
    start,
    waitFor,
  }
  return self
}

function hold(child: ChildProcess, isBusy: boolean): void {
  const act = isBusy ? 'ref' : 'unref'
  child[act]()
  child.channel?.[act]()
}

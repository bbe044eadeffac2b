// Watches the loop that serves callers: a long turn is logged with what ran, and one without end ends the process, so that whoever runs it starts it again.
import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { createPulse, memoryBytes } from './memory.ts'
import type { Stall, WatchdogSettings } from './thread.ts'

/** The program's own exit code for it: "a failure that will pass; try again", as sysexits.h has it. */
export const stalledExitCode = 75

const beatEveryMs = 250
const warnAfterMs = 2_000
const startAgainMs = 1_000

export interface WatchdogOptions {
  /** 0: it logs and never ends the process. */
  readonly limitSeconds: number
  readonly isOnTerminal: boolean
  readonly logger: Logger
}

/** Who ends its process stops it first: leaving, the engine writes down what it has compiled, in one call that may take long. */
export function startWatchdog({ limitSeconds, isOnTerminal, logger }: WatchdogOptions): { stop(): Promise<void> } {
  const memory = new SharedArrayBuffer(memoryBytes)
  const pulse = createPulse(memory)
  const beat = () => pulse.beat(debuggerUrl() !== undefined)
  beat()
  setInterval(beat, beatEveryMs).unref()
  const settings: WatchdogSettings = {
    memory,
    lookEveryMs: beatEveryMs,
    warnAfterMs,
    limitMs: limitSeconds === 0 ? Number.POSITIVE_INFINITY : limitSeconds * 1_000,
    exitCode: stalledExitCode,
    isOnTerminal,
    root: new URL('../../', import.meta.url).href,
  }
  let isOver = false
  let thread: Worker
  const watch = () => {
    thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: settings, stdin: false })
    thread.unref()
    thread.on('message', ({ stoodMs, frames }: Stall) =>
      logger.warn({ ms: stoodMs, ran: frames ?? 'one long call of the engine' }, 'the loop stood still'),
    )
    thread.once('error', (error) => logger.error({ err: error }, 'the watchdog failed; it starts again'))
    thread.once('exit', () => {
      if (!isOver) setTimeout(watch, startAgainMs).unref()
    })
  }
  watch()
  return {
    async stop() {
      isOver = true
      await thread.terminate()
    },
  }
}

// The watchdog's own thread: it looks at the main thread's pulse and acts where that one no longer can.
import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createJudge } from './judge.ts'
import { askMainThread, type MainThread } from './main-thread.ts'
import { createPulse } from './memory.ts'

export interface WatchdogSettings {
  readonly memory: SharedArrayBuffer
  readonly lookEveryMs: number
  readonly warnAfterMs: number
  readonly limitMs: number
  readonly exitCode: number
  readonly isOnTerminal: boolean
  /** The program's folder as a URL: what is below it is told without it. */
  readonly root: string
}

export interface Stall {
  readonly stoodMs: number
  readonly frames: readonly string[] | null
}

// So long it has to exit by itself, with a code; one long call of the engine's hears of nothing but this.
const exitWithinMs = 5_000

const settings = workerData as WatchdogSettings
const pulse = createPulse(settings.memory)
const judge = createJudge({ mostBetweenLooksMs: 3 * settings.lookEveryMs })
let main: MainThread | null = null
let isEnding = false

setInterval(look, settings.lookEveryMs)

function look(): void {
  if (isEnding) return
  const { beat, isDebugged } = pulse.read()
  const endedMs = judge.look(performance.now(), beat)
  if (endedMs >= settings.warnAfterMs) parentPort!.postMessage({ stoodMs: Math.round(endedMs), frames: main?.frames ?? null })
  if (judge.stoodMs < settings.warnAfterMs) {
    main?.close()
    main = null
  } else if (!isDebugged) {
    main ??= askMainThread(settings.root)
    if (judge.stoodMs >= settings.limitMs) end(main)
  }
}

// Nothing is drained and nothing saved: what is committed stands, as after a kill -9.
function end(main: MainThread): void {
  isEnding = true
  const stoodMs = Math.round(judge.stoodMs)
  writeSync(2, settings.isOnTerminal ? plainReason(stoodMs, main.frames) : loggedReason(stoodMs, main.frames))
  main.exit(settings.exitCode)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), exitWithinMs)
}

function plainReason(stoodMs: number, frames: readonly string[] | null): string {
  const ran = frames === null ? '' : ` in:\n${frames.map((frame) => `  ${frame}`).join('\n')}`
  return `Tollgate ends itself: nothing else ran for ${stoodMs / 1_000} s${ran}\nStart it again; what was committed stands.\n`
}

function loggedReason(stoodMs: number, frames: readonly string[] | null): string {
  const ran = frames ?? 'one long call of the engine'
  const line = {
    level: 60,
    time: new Date().toISOString(),
    ms: stoodMs,
    ran,
    msg: 'the loop stood still too long; the process ends',
  }
  return `${JSON.stringify(line)}\n`
}

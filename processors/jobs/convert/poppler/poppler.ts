// The port to poppler's programs, called by node-poppler: one bounded run each, under one deadline and one scratch folder for the document.
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { ConvertLimits } from '../limits.ts'
import { findProgram } from '../process/find-program.ts'
import type { ProgramResult } from '../process/run-program.ts'
import { ConvertRefusal } from '../refusal.ts'
import { runBounded } from './bounded-run.ts'
import { prepare, takeReady } from './ready.ts'
import type { PopplerProgram, ProgramOptions } from './start-program.ts'
import { startFrom } from './starter.ts'

export interface Run {
  readonly file: string
  /** Where the pictures go, by how their names begin; text goes into the result. */
  readonly to?: string
  readonly outputBytes?: number
  /** The file's own, where they are at hand: for a program that waits for them. */
  readonly bytes?: Uint8Array | undefined
}

export interface Poppler {
  run<P extends PopplerProgram>(program: P, options: ProgramOptions[P], run: Run): Promise<ProgramResult>
  /** Starts a program ahead, for the bytes of the next document. */
  prepare<P extends PopplerProgram>(program: P, options: ProgramOptions[P]): void
}

/** Reading must end by readBy, so that until the deadline an answer can still be made of what was read. */
export type Bounds = {
  limits: ConvertLimits
  scratch: string
  readBy: number
  deadline: number
  signal?: AbortSignal | undefined
  inGroup?: boolean
}

/** stored: the document's file is there; what is given its bytes does not wait for that. */
export function createPoppler(
  { limits, scratch, readBy, deadline, signal, inGroup }: Bounds,
  stored: Promise<unknown> = Promise.resolve(),
): Poppler {
  const { programMemoryBytes: memoryBytes, programOutputBytes } = limits
  const wholeMs = limits.timeoutMs - (deadline - readBy)
  return {
    async run(program, options, run) {
      const path = findProgram(program)
      if (!path) throw new ConvertRefusal('engine_missing', `${program} (poppler-utils) is not installed here`)
      const startedAt = performance.now()
      const timeoutMs = Math.max(1, Math.floor(readBy - startedAt))
      const bounds = { timeoutMs, memoryBytes, outputBytes: run.outputBytes ?? programOutputBytes }
      const late = AbortSignal.timeout(timeoutMs)
      const stop = signal === undefined ? late : AbortSignal.any([signal, late])
      const start = (folder: string) => startFrom({ program, options, folder, to: run.to ?? '' }, stop)
      const started = async () => {
        await stored
        return await runBounded(scratch, path, run.file, bounds, start)
      }
      const ready = run.bytes === undefined ? null : takeReady({ program, path, options, bounds }, run.bytes, stop)
      const ended = (await ready) ?? (await started())
      if (ended.end === 'aborted' && signal?.aborted) throw new ConvertRefusal('timeout', 'the conversion was stopped')
      if (ended.end === 'missing') throw new ConvertRefusal('engine_missing', `${program} (poppler-utils) cannot be started here`)
      return { ...ended, end: ended.end === 'aborted' ? 'timeout' : ended.end, elapsedMs: performance.now() - startedAt }
    },
    prepare(program, options) {
      const path = findProgram(program)
      const bounds = { timeoutMs: wholeMs, memoryBytes, outputBytes: programOutputBytes }
      // A worker may write nowhere but where its documents lie.
      if (path !== null) prepare({ program, path, options, bounds }, inGroup ? dirname(scratch) : tmpdir())
    },
  }
}

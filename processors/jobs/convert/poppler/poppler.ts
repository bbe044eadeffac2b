// The port to poppler's programs: one bounded run each, under one deadline and one scratch folder for the whole document.
import type { ConvertLimits } from '../limits.ts'
import { findProgram } from '../process/find-program.ts'
import { type ProgramResult, runProgram } from '../process/run-program.ts'
import { ConvertRefusal } from '../refusal.ts'

export type PopplerProgram = 'pdfinfo' | 'pdftotext' | 'pdftohtml' | 'pdftoppm'

export interface Poppler {
  run(program: PopplerProgram, args: readonly string[], outputBytes?: number): Promise<ProgramResult>
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

export function createPoppler(bounds: Bounds): Poppler {
  return {
    async run(program, args, outputBytes = bounds.limits.programOutputBytes) {
      const path = findProgram(program)
      if (!path) throw new ConvertRefusal('engine_missing', `${program} (poppler-utils) is not installed here`)
      const result = await runProgram(path, args, {
        timeoutMs: bounds.readBy - performance.now(),
        memoryBytes: bounds.limits.programMemoryBytes,
        outputBytes,
        cwd: bounds.scratch,
        inGroup: bounds.inGroup ?? false,
        ...(bounds.signal ? { signal: bounds.signal } : {}),
      })
      if (result.end === 'aborted') throw new ConvertRefusal('timeout', 'the conversion was stopped')
      if (result.end === 'missing')
        throw new ConvertRefusal('engine_missing', `${program} (poppler-utils) cannot be started here`)
      return result
    },
  }
}

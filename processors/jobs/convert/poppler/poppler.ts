// The port to poppler's programs: one bounded run each, under one deadline and one scratch folder for the whole document.

import type { ConvertLimits } from '../limits.ts'
import { findProgram } from '../process/find-program.ts'
import { type ProgramResult, runProgram } from '../process/run-program.ts'
import { ConvertRefusal } from '../refusal.ts'

export type PopplerProgram = 'pdfinfo' | 'pdftotext' | 'pdftohtml' | 'pdftoppm'

export interface Poppler {
  run(program: PopplerProgram, args: readonly string[]): Promise<ProgramResult>
}

export function createPoppler(limits: ConvertLimits, scratch: string, deadline: number, signal?: AbortSignal): Poppler {
  return {
    async run(program, args) {
      const path = findProgram(program)
      if (!path) throw new ConvertRefusal('engine_missing', `${program} (poppler-utils) is not installed here`)
      return await runProgram(path, args, {
        timeoutMs: deadline - performance.now(),
        memoryBytes: limits.programMemoryBytes,
        outputBytes: limits.programOutputBytes,
        cwd: scratch,
        ...(signal ? { signal } : {}),
      })
    },
  }
}

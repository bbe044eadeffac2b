// The port to poppler's programs, called by node-poppler: one bounded run each, under one deadline and one scratch folder for the document.
import {
  Poppler as NodePoppler,
  type PdfInfoOptions,
  type PdfToHtmlOptions,
  type PdfToPpmOptions,
  type PdfToTextOptions,
} from 'node-poppler'
import type { ConvertLimits } from '../limits.ts'
import { findProgram } from '../process/find-program.ts'
import type { ProgramResult } from '../process/run-program.ts'
import { ConvertRefusal } from '../refusal.ts'
import { boundedPrograms, runBounded } from './bounded-run.ts'

interface Options {
  readonly pdfinfo: PdfInfoOptions
  readonly pdftotext: PdfToTextOptions
  readonly pdftohtml: PdfToHtmlOptions
  readonly pdftoppm: PdfToPpmOptions
}

export type PopplerProgram = keyof Options

export interface Run {
  readonly file: string
  /** Where the pictures go, by how their names begin; text goes into the result. */
  readonly to?: string
  readonly outputBytes?: number
}

export interface Poppler {
  run<P extends PopplerProgram>(program: P, options: Options[P], run: Run): Promise<ProgramResult>
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

const nodePoppler = new NodePoppler(boundedPrograms)

type Extras = { signal: AbortSignal }
const calls: {
  [P in PopplerProgram]: (options: Options[P], run: Run, extras: Extras) => Promise<unknown>
} = {
  pdfinfo: (options, { file }, extras) => nodePoppler.pdfInfo(file, options, extras),
  pdftotext: (options, { file }, extras) => nodePoppler.pdfToText(file, undefined, options, extras),
  pdftohtml: (options, { file }, extras) => nodePoppler.pdfToHtml(file, undefined, options, extras),
  pdftoppm: (options, { file, to }, extras) => nodePoppler.pdfToPpm(file, to ?? '', options, extras),
}

export function createPoppler({ limits, scratch, readBy, signal }: Bounds): Poppler {
  return {
    async run(program, options, run) {
      const path = findProgram(program)
      if (!path) throw new ConvertRefusal('engine_missing', `${program} (poppler-utils) is not installed here`)
      const startedAt = performance.now()
      const timeoutMs = Math.max(1, Math.floor(readBy - startedAt))
      const { programMemoryBytes: memoryBytes, programOutputBytes } = limits
      const bounds = { timeoutMs, memoryBytes, outputBytes: run.outputBytes ?? programOutputBytes }
      const late = AbortSignal.timeout(timeoutMs)
      const stop = signal === undefined ? late : AbortSignal.any([signal, late])
      const ended = await runBounded(scratch, path, run.file, bounds, (file) =>
        calls[program](options, { ...run, file }, { signal: stop }),
      )
      if (ended.end === 'aborted' && signal?.aborted) throw new ConvertRefusal('timeout', 'the conversion was stopped')
      if (ended.end === 'missing') throw new ConvertRefusal('engine_missing', `${program} (poppler-utils) cannot be started here`)
      return { ...ended, end: ended.end === 'aborted' ? 'timeout' : ended.end, elapsedMs: performance.now() - startedAt }
    },
  }
}

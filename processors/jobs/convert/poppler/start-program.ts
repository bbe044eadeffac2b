// Starts one of poppler's programs by node-poppler, and tells how it ended, which node-poppler does not.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  Poppler as NodePoppler,
  type PdfInfoOptions,
  type PdfToHtmlOptions,
  type PdfToPpmOptions,
  type PdfToTextOptions,
} from 'node-poppler'

export interface ProgramOptions {
  readonly pdfinfo: PdfInfoOptions
  readonly pdftotext: PdfToTextOptions
  readonly pdftohtml: PdfToHtmlOptions
  readonly pdftoppm: PdfToPpmOptions
}

export type PopplerProgram = keyof ProgramOptions

/** `folder`: the run's, where node-poppler expects a document; `to`: how the names of pictures, or of links into the document itself, begin. */
export type ProgramCall<P extends PopplerProgram = PopplerProgram> = {
  readonly program: P
  readonly options: ProgramOptions[P]
  readonly folder: string
  readonly to: string
}

/** exitCode: null where it did not start, was stopped or died by a signal. */
export type Started = { readonly hasStarted: boolean; readonly isStopped: boolean; readonly exitCode: number | null }

const killedMs = 2_000
const nodePoppler = new NodePoppler(fileURLToPath(new URL('bounded', import.meta.url)))

type Extras = { signal: AbortSignal }
const calls: { [P in PopplerProgram]: (call: ProgramCall<P>, extras: Extras) => Promise<unknown> } = {
  pdfinfo: ({ folder, options }, extras) => nodePoppler.pdfInfo(folder, options, extras),
  pdftotext: ({ folder, options }, extras) => nodePoppler.pdfToText(folder, undefined, options, extras),
  pdftohtml: ({ folder, options, to }, extras) => nodePoppler.pdfToHtml(folder, to || undefined, options, extras),
  pdftoppm: ({ folder, options, to }, extras) => nodePoppler.pdfToPpm(folder, to, options, extras),
}

// node-poppler does not show what it starts: Node does.
const starts = new AsyncLocalStorage<{ child: ChildProcess | null }>()
subscribe('child_process', (message) => {
  const start = starts.getStore()
  if (start) start.child = (message as { process: ChildProcess }).process
})

/** Settles once the program has ended. */
export async function startProgram<P extends PopplerProgram>(call: ProgramCall<P>, signal: AbortSignal): Promise<Started> {
  const started: { child: ChildProcess | null } = { child: null }
  const isStopped = await starts
    .run(started, async () => await calls[call.program](call, { signal }))
    .then(
      () => false,
      (error: unknown) => (error as Error).name === 'AbortError',
    )
  // It asks each program for its version first.
  const child = started.child?.spawnargs?.includes(call.folder) ? started.child : null
  if (isStopped && child !== null) await killed(child)
  return { hasStarted: child !== null, isStopped, exitCode: child?.exitCode ?? null }
}

// One that was stopped dies a moment after whoever waited for it has been told.
async function killed(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), killedMs)
  child.kill('SIGKILL')
  await once(child, 'exit', { signal: late.signal }).catch(() => undefined)
  clearTimeout(timer)
}

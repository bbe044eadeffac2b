// Programs started before there is a document for them: to start one takes about as long as it then works on a page. Each waits for the
// bytes of one document in a pipe, and ends without any when this process does.
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readyPrefix } from '../process/scratch.ts'
import { type BoundedResult, cpuSecondsOf, folderOfRun, type RunBounds, resultOf } from './bounded-run.ts'
import type { PopplerProgram, ProgramOptions, Started } from './start-program.ts'
import { canStartAhead, startAhead } from './starter.ts'

/** A run but for its document. */
export type AwaitedRun<P extends PopplerProgram = PopplerProgram> = {
  readonly program: P
  readonly path: string
  readonly options: ProgramOptions[P]
  readonly bounds: RunBounds
}

type Waiting = {
  readonly program: PopplerProgram
  readonly key: string
  readonly folder: string
  readonly bounds: RunBounds
  readonly stop: AbortController
  readonly ended: Promise<Started>
  readonly wait: () => Promise<Started>
  isOver: boolean
  /** Held open until there is a document; null until it waits. */
  pipe: number | null
}

// Beyond it a program takes longer to read than to start.
export const mostPipedBytes = 4 * 1024 * 1024
const lookMs = 5
const mostLooks = 2_000
// What poppler calls a document that has no name in links into itself.
const nameless = 'document'

const waiting = new Map<PopplerProgram, Waiting>()
/** Where they wait, by what was asked for. */
const roots = new Map<string, string>()

/** One of a program waits at a time: for a run like the last one. */
export function prepare<P extends PopplerProgram>(run: AwaitedRun<P>, parent: string): void {
  const key = keyOf(run)
  const before = waiting.get(run.program)
  if (!canStartAhead() || (before !== undefined && before.key === key && !before.isOver)) return
  if (before !== undefined) discard(before)
  const { program, options } = run
  const stop = new AbortController()
  const folder = folderIn(parent, run)
  if (folder === null) return
  const { ended, wait } = startAhead({ program, options, folder, to: nameless }, stop.signal)
  const one: Waiting = { program, key, folder, bounds: run.bounds, stop, ended, wait, isOver: false, pipe: null }
  void ended.then(() => {
    one.isOver = true
    release(one)
    if (waiting.get(program) === one) discard(one)
  })
  waiting.set(program, one)
  lookForPipe(one, mostLooks)
}

/** The run of one that waits, with this document; null where none does, and where it has ended before it was given all of it. */
export function takeReady<P extends PopplerProgram>(
  run: AwaitedRun<P>,
  document: Uint8Array,
  stop: AbortSignal,
): Promise<BoundedResult | null> | null {
  const one = waiting.get(run.program)
  if (one === undefined || one.key !== keyOf(run) || document.byteLength > mostPipedBytes) return null
  if (!one.isOver && one.pipe === null) one.pipe = openPipe(one.folder, constants.O_WRONLY)
  if (one.isOver || one.pipe === null) return null
  waiting.delete(run.program)
  return finish(one, document, stop)
}

async function finish(one: Waiting, document: Uint8Array, signal: AbortSignal): Promise<BoundedResult | null> {
  const stop = () => one.stop.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const isGiven = await fill(one, document)
    const started = await one.wait()
    return isGiven || started.isStopped ? resultOf(one.folder, one.bounds, started) : null
  } finally {
    signal.removeEventListener('abort', stop)
    rmSync(one.folder, { recursive: true, force: true })
  }
}

// The pipe that is held does not wait for who reads: another is written to.
async function fill(one: Waiting, document: Uint8Array): Promise<boolean> {
  try {
    const pipe = await open(join(one.folder, 'in'), constants.O_WRONLY)
    close(one)
    try {
      await pipe.writeFile(document)
      return true
    } finally {
      await pipe.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    return false
  } finally {
    close(one)
  }
}

// It waits for its document once it can be written to.
function lookForPipe(one: Waiting, looks: number): void {
  if (one.isOver || waiting.get(one.program) !== one) return
  one.pipe ??= openPipe(one.folder, constants.O_WRONLY)
  if (one.pipe === null && looks > 0) setTimeout(lookForPipe, lookMs, one, looks - 1).unref()
}

// Whoever opens a pipe that nobody else has open would wait for ever.
function release(one: Waiting): void {
  close(one)
  for (const way of [constants.O_RDONLY, constants.O_WRONLY]) {
    const pipe = openPipe(one.folder, way)
    if (pipe !== null) closeSync(pipe)
  }
}

function discard(one: Waiting): void {
  waiting.delete(one.program)
  one.stop.abort()
  release(one)
  void one.ended.then(() => rmSync(one.folder, { recursive: true, force: true }))
}

function close(one: Waiting): void {
  if (one.pipe !== null) closeSync(one.pipe)
  one.pipe = null
}

function openPipe(folder: string, way: number): number | null {
  try {
    return openSync(join(folder, 'in'), way | constants.O_NONBLOCK)
  } catch {
    return null
  }
}

const keyOf = ({ program, path, options, bounds }: AwaitedRun): string =>
  JSON.stringify([program, path, options, bounds.memoryBytes, bounds.outputBytes, cpuSecondsOf(bounds)])

// Where none can be made the next document's programs are started when it is there, and say why they cannot be.
function folderIn(parent: string, run: AwaitedRun): string | null {
  try {
    return folderOfRun(rootIn(parent), run.path, '-', run.bounds, true)
  } catch {
    return null
  }
}

// Others that clean up may take what has not been touched for hours.
function rootIn(parent: string): string {
  const known = roots.get(parent)
  if (known !== undefined && existsSync(known)) return known
  if (roots.size === 0) process.once('exit', removeRoots)
  const root = mkdtempSync(join(parent, readyPrefix))
  roots.set(parent, root)
  return root
}

function removeRoots(): void {
  for (const root of roots.values()) rmSync(root, { recursive: true, force: true })
}

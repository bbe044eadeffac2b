// One run of one of poppler's programs: a folder with the bounds that a shell sets before it becomes the program, and with what came out of it.
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProgramEnd, ProgramResult } from '../process/run-program.ts'
import type { Started } from './start-program.ts'

const blockBytes = 512
const complaintBytes = 64 * 1024

export interface RunBounds {
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly outputBytes: number
}

export type BoundedResult = Omit<ProgramResult, 'elapsedMs'>

/** How a run ended and what it wrote, once it has ended. `start` is given the folder that node-poppler takes for the document. */
export async function runBounded(
  scratch: string,
  program: string,
  document: string,
  bounds: RunBounds,
  start: (folder: string) => Promise<Started>,
): Promise<BoundedResult> {
  const path = folderOfRun(scratch, program, document, bounds)
  return resultOf(path, bounds, await start(path))
}

/** What a run has left in its folder. */
export function resultOf(path: string, bounds: RunBounds, started: Started): BoundedResult {
  const out = headOf(join(path, 'out'), bounds.outputBytes)
  const end = endOf(started, out !== null)
  if (end === 'missing' || out === null) return { end, exitCode: null, stdout: Buffer.alloc(0), stderr: '' }
  const stderr = headOf(join(path, 'err'), complaintBytes)?.head.toString('utf8') ?? ''
  const isFull = end !== 'aborted' && out.size >= blocksOf(bounds) * blockBytes
  const exitCode = end === 'exited' && !isFull ? started.exitCode : null
  return { end: isFull ? 'too_much_output' : end, exitCode, stdout: out.head, stderr }
}

// A few small files of a process that does nothing else meanwhile: asking for them in turns takes longer than they do.
/** waits: for a document that is to come through the pipe `in`. */
export function folderOfRun(scratch: string, program: string, document: string, bounds: RunBounds, waits = false): string {
  const path = mkdtempSync(join(scratch, 'run-'))
  const settings = {
    folder: quoted(dirname(program)),
    document: quoted(document),
    memory_kib: Math.ceil(bounds.memoryBytes / 1024),
    cpu_seconds: cpuSecondsOf(bounds),
    file_blocks: blocksOf(bounds),
    waits: waits ? 'yes' : '',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(path, 'bounds'), lines.join(''))
  return path
}

export const cpuSecondsOf = ({ timeoutMs }: RunBounds): number => Math.ceil(Math.max(1, timeoutMs) / 1000) + 1
const blocksOf = ({ outputBytes }: RunBounds): number => Math.ceil(outputBytes / blockBytes)
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The shell makes the file of its output right before it becomes the program. */
function endOf({ hasStarted, isStopped, exitCode }: Started, hasOutput: boolean): ProgramEnd {
  if (isStopped) return 'aborted'
  if (!hasStarted || !hasOutput || exitCode === 126 || exitCode === 127) return 'missing'
  return exitCode === null || exitCode > 128 ? 'crashed' : 'exited'
}

function headOf(path: string, bytes: number): { head: Buffer; size: number } | null {
  const file = openIfThere(path)
  if (file === null) return null
  try {
    const { size } = fstatSync(file)
    const head = Buffer.allocUnsafe(Math.min(bytes, size))
    let at = 0
    for (let read = -1; read !== 0 && at < head.length; at += read) read = readSync(file, head, at, head.length - at, null)
    return { head: head.subarray(0, at), size }
  } finally {
    closeSync(file)
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

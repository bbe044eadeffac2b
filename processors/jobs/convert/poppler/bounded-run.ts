// One run of one of poppler's programs: a folder with the bounds that a shell sets before it becomes the program, and with what came out of it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProgramEnd, ProgramResult } from '../process/run-program.ts'

/** What node-poppler takes for the folder of poppler's programs. */
export const boundedPrograms = fileURLToPath(new URL('bounded', import.meta.url))

const blockBytes = 512
const complaintBytes = 64 * 1024
const killedMs = 2_000

export interface RunBounds {
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly outputBytes: number
}

export type BoundedResult = Omit<ProgramResult, 'elapsedMs'>

// node-poppler tells neither exit codes nor signals, and does not show what it starts: Node does.
const starts = new AsyncLocalStorage<{ child: ChildProcess | null }>()
subscribe('child_process', (message) => {
  const start = starts.getStore()
  if (start) start.child = (message as { process: ChildProcess }).process
})

/** How a run ended and what it wrote, once it has ended. `start` gives the path to node-poppler as the document. */
export async function runBounded(
  scratch: string,
  program: string,
  document: string,
  bounds: RunBounds,
  start: (path: string) => Promise<unknown>,
): Promise<BoundedResult> {
  const path = folderWith(scratch, program, document, bounds)
  const started: { child: ChildProcess | null } = { child: null }
  const isStopped = await starts
    .run(started, async () => await start(path))
    .then(
      () => false,
      (error: unknown) => (error as Error).name === 'AbortError',
    )
  // It asks each program for its version first.
  const child = started.child?.spawnargs?.includes(path) ? started.child : null
  if (isStopped && child !== null) await killed(child)
  const out = headOf(join(path, 'out'), bounds.outputBytes)
  const end = isStopped ? 'aborted' : endOf(child, out !== null)
  if (end === 'missing' || out === null) return { end, exitCode: null, stdout: Buffer.alloc(0), stderr: '' }
  const stderr = headOf(join(path, 'err'), complaintBytes)?.head.toString('utf8') ?? ''
  const isFull = end !== 'aborted' && out.size >= blocksOf(bounds) * blockBytes
  const exitCode = end === 'exited' && !isFull ? child!.exitCode : null
  return { end: isFull ? 'too_much_output' : end, exitCode, stdout: out.head, stderr }
}

// A few small files of a process that does nothing else meanwhile: asking for them in turns takes longer than they do.
function folderWith(scratch: string, program: string, document: string, bounds: RunBounds): string {
  const path = mkdtempSync(join(scratch, 'run-'))
  const settings = {
    folder: quoted(dirname(program)),
    document: quoted(document),
    memory_kib: Math.ceil(bounds.memoryBytes / 1024),
    cpu_seconds: Math.ceil(Math.max(1, bounds.timeoutMs) / 1000) + 1,
    file_blocks: blocksOf(bounds),
    inherited: quoted(inheritedNames()),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(path, 'bounds'), lines.join(''))
  return path
}

// Some shells keep a few for themselves, the script has its own, and what is not written as a name is none that a shell knows.
const canBeUnset =
  /^(?!(?:UID|EUID|PPID|SHELLOPTS|BASHOPTS|BASH_.*|program|run|previous|argument|folder|document|memory_kib|cpu_seconds|file_blocks|inherited)$)[A-Za-z_]\w*$/

/** A star where the shell could not unset them. */
function inheritedNames(): string {
  const names = Object.keys(process.env)
  return names.every((name) => canBeUnset.test(name)) ? names.join(' ') : '*'
}

const blocksOf = ({ outputBytes }: RunBounds): number => Math.ceil(outputBytes / blockBytes)
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The shell makes the file of its output right before it becomes the program. */
function endOf(child: ChildProcess | null, hasOutput: boolean): ProgramEnd {
  if (child === null || !hasOutput || child.exitCode === 126 || child.exitCode === 127) return 'missing'
  return child.exitCode === null || child.exitCode > 128 ? 'crashed' : 'exited'
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

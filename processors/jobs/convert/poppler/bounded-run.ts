// One run of one of poppler's programs: a folder with the bounds that a shell sets before it, and with what came out of it.
import { mkdtemp, open, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ProgramEnd, ProgramResult } from '../process/run-program.ts'

/** What node-poppler takes for the folder of poppler's programs. */
export const boundedPrograms = fileURLToPath(new URL('bounded', import.meta.url))

const blockBytes = 512
const complaintBytes = 64 * 1024
const killedMs = 2_000
const killedPollMs = 2

export interface RunBounds {
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly outputBytes: number
}

export interface BoundedRun {
  /** To be given to node-poppler as the document. */
  readonly path: string
  /** How the run ended and what it wrote, once the program has ended. */
  outcome(stopped: ProgramEnd | null): Promise<Omit<ProgramResult, 'elapsedMs'>>
}

export async function createBoundedRun(
  scratch: string,
  program: string,
  document: string,
  bounds: RunBounds,
): Promise<BoundedRun> {
  const path = await mkdtemp(join(scratch, 'run-'))
  const blocks = Math.ceil(bounds.outputBytes / blockBytes)
  const settings = {
    folder: quoted(dirname(program)),
    document: quoted(document),
    memory_kib: Math.ceil(bounds.memoryBytes / 1024),
    cpu_seconds: Math.ceil(Math.max(1, bounds.timeoutMs) / 1000) + 1,
    file_blocks: blocks,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(path, 'bounds'), lines.join(''))
  return {
    path,
    async outcome(stopped) {
      const status = await statusOf(path, stopped === null ? 0 : killedMs)
      if (status === null && stopped === null) return { end: 'missing', exitCode: null, stdout: Buffer.alloc(0), stderr: '' }
      const [stdout, stderr] = await Promise.all([
        headOf(join(path, 'out'), bounds.outputBytes),
        headOf(join(path, 'err'), complaintBytes),
      ])
      const isFull = (await sizeOf(join(path, 'out'))) >= blocks * blockBytes
      const end = stopped ?? (isFull ? 'too_much_output' : endOf(status!))
      return { end, exitCode: end === 'exited' ? status : null, stdout, stderr: stderr.toString('utf8') }
    },
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function endOf(status: number): ProgramEnd {
  if (status === 126 || status === 127) return 'missing'
  return status > 128 ? 'crashed' : 'exited'
}

// One that was stopped dies a moment after whoever waited for it has been told.
async function statusOf(path: string, patienceMs: number): Promise<number | null> {
  const until = performance.now() + patienceMs
  for (;;) {
    const text = await readFile(join(path, 'status'), 'utf8').catch(ifMissing(''))
    if (text.endsWith('\n')) return Number(text)
    if (performance.now() >= until) return null
    await delay(killedPollMs)
  }
}

async function headOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path).catch(ifMissing(null))
  if (file === null) return Buffer.alloc(0)
  try {
    const length = Math.min(bytes, (await file.stat()).size)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(ifMissing(null)))?.size ?? 0

const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

// A tesseract that reads one picture after another: to start it and load its data takes as long as most pictures do.
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { Bounds } from '../poppler/poppler.ts'
import { findProgram } from '../process/find-program.ts'
import { killProgram, startLimited } from '../process/run-program.ts'

/** What it was started with, which holds for every picture it reads. */
type Reader = { readonly key: string; readonly child: ChildProcess; readonly inGroup: boolean; head: string; served: number }
type Told = { readonly how: 'told'; readonly table: string } | { readonly how: 'ended' | 'late' | 'stopped' }

// What one picture leaves behind is not to be there for ever.
const mostServed = 200
const cpuSeconds = 600
const mostIdle = 3
const idleMs = 30_000
const startMs = 10_000
/** Of what it tells of one picture. */
export const mostToldBytes = 8 * 1024 * 1024
// The first row of a picture: the picture itself.
const pictureRow = /^1\t/gm
const lineFeed = 10

const idle: Reader[] = []
/** Whether the one that is installed knows this way of asking; null until one was started. */
let knows: boolean | null = null

/**
 * Its table of words for the first of two pictures; the second, as small as can be, shows that the first is done.
 * Null where it did not end well; undefined where none can wait on this machine, or not now.
 */
export async function readByWaiting(
  pictures: readonly [path: string, mark: string],
  args: readonly string[],
  bounds: Bounds,
): Promise<string | null | undefined> {
  const [tesseract, unbuffered] = [findProgram('tesseract'), findProgram('stdbuf')]
  if (tesseract === null || unbuffered === null || knows === false) return undefined
  const program = [unbuffered, '-o0', tesseract, 'stdin', 'stdout', '-c', 'stream_filelist=1', ...args] as const
  for (;;) {
    const reader = await open(program, bounds)
    if (!reader) return reader
    const wasFresh = reader.served === 0
    reader.child.stdin!.write(`${pictures.join('\n')}\n`)
    const told = await hear(reader, bounds.readBy - performance.now(), bounds.signal, tableIn)
    if (told.how === 'told') {
      putBack(reader)
      return `${reader.head}${told.table}`
    }
    end(reader)
    // One before it may have brought it to its end.
    if (wasFresh || told.how !== 'ended') return null
  }
}

async function open(program: readonly [string, ...string[]], bounds: Bounds): Promise<Reader | null | undefined> {
  const left = bounds.readBy - performance.now()
  if (left <= 0 || bounds.signal?.aborted) return null
  const cwd = dirname(bounds.scratch)
  const inGroup = bounds.inGroup ?? false
  const memoryBytes = bounds.limits.programMemoryBytes
  const key = JSON.stringify([program, cwd, inGroup, memoryBytes])
  const at = idle.findLastIndex((one) => one.key === key)
  const [known] = at < 0 ? [] : idle.splice(at, 1)
  if (known !== undefined) {
    hold(known, true)
    return known
  }
  const [path, ...args] = program
  const child = startLimited(path, args, { memoryBytes, cpuSeconds, cwd, inGroup }, ['pipe', 'pipe', 'ignore'])
  const reader: Reader = { key, child, inGroup, head: '', served: 0 }
  child.on('error', () => undefined).on('exit', () => end(reader))
  child.stdin!.on('error', () => undefined)
  const told = await hear(reader, Math.min(left, startMs), bounds.signal, (head) => head)
  if (told.how === 'told') {
    reader.head = told.table
    knows = true
    return reader
  }
  end(reader)
  if (told.how !== 'late' || left <= startMs) return null
  // One that does not know this way of asking waits for a picture instead; where another did, the machine is only busy.
  knows ??= false
  return undefined
}

/** All before the row of the mark, once there is one. */
function tableIn(said: string): string | null {
  pictureRow.lastIndex = 0
  pictureRow.exec(said)
  const mark = pictureRow.lastIndex === 0 ? null : pictureRow.exec(said)
  return mark === null ? null : said.slice(0, mark.index)
}

function hear(
  { child }: Reader,
  withinMs: number,
  signal: AbortSignal | undefined,
  wholeOf: (lines: string) => string | null,
): Promise<Told> {
  const output = child.stdout!
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (told: Told) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      output.off('data', onData).off('close', onClose)
      resolve(told)
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      const isLineEnd = chunk.at(-1) === lineFeed
      const table = isLineEnd ? wholeOf(Buffer.concat(chunks).toString('utf8')) : null
      if (table !== null) settle({ how: 'told', table })
      else if (size > mostToldBytes) settle({ how: 'stopped' })
    }
    const onClose = () => settle({ how: 'ended' })
    const onAbort = () => settle({ how: 'stopped' })
    const timer = setTimeout(() => settle({ how: 'late' }), Math.max(1, withinMs))
    output.on('data', onData).on('close', onClose)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    else if (output.destroyed) onClose()
  })
}

function putBack(reader: Reader): void {
  if (++reader.served >= mostServed || reader.child.exitCode !== null) {
    end(reader)
    return
  }
  // Whoever has nothing else to do need not wait for it: it ends with its input.
  hold(reader, false)
  idle.push(reader)
  if (idle.length > mostIdle) end(idle[0]!)
  const { served } = reader
  setTimeout(() => idle.includes(reader) && reader.served === served && end(reader), idleMs).unref()
}

function end(reader: Reader): void {
  const at = idle.indexOf(reader)
  if (at >= 0) idle.splice(at, 1)
  const { child, inGroup } = reader
  if (child.exitCode === null && child.signalCode === null) killProgram(child.pid, inGroup)
  for (const stream of child.stdio) stream?.destroy()
}

function hold({ child }: Reader, isBusy: boolean): void {
  const act = isBusy ? 'ref' : 'unref'
  child[act]()
  for (const stream of [child.stdin, child.stdout]) (stream as Socket)[act]()
}

// Runs one outside program inside hard bounds: own process group, wall clock, memory, output caps; never a shell string.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'

export type ProgramBounds = {
  timeoutMs: number
  memoryBytes: number
  outputBytes: number
  cwd: string
  signal?: AbortSignal
  /** In the starter's group: whoever ends that ends the program too, and only the program itself is killed here. */
  inGroup?: boolean
}
export type ProgramEnd = 'exited' | 'timeout' | 'too_much_output' | 'aborted' | 'missing' | 'crashed'
export type ProgramResult = { end: ProgramEnd; exitCode: number | null; stdout: Buffer; stderr: string; elapsedMs: number }

const stderrBytes = 64 * 1024
// The limits are set by the child's own shell before it becomes the program, so they hold for everything it starts.
// Nobody is left to look at the clock when this process is killed: the limit on processor time then ends what still runs.
const limitedExec = 'ulimit -c 0 2>/dev/null; ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2; exec "$@"'

/** Starts it inside the kernel's bounds; whoever does looks at the clock, and at how much it writes. */
export function startLimited(
  path: string,
  args: readonly string[],
  { memoryBytes, cpuSeconds, cwd, inGroup }: Pick<ProgramBounds, 'memoryBytes' | 'cwd' | 'inGroup'> & { cpuSeconds: number },
  stdio: StdioOptions,
): ChildProcess {
  if (!isAbsolute(path)) throw new TypeError(`program path must be absolute: ${path}`)
  const kib = String(Math.ceil(memoryBytes / 1024))
  return spawn('/bin/sh', ['-c', limitedExec, 'sh', kib, String(cpuSeconds), path, ...args], {
    cwd,
    detached: !inGroup,
    stdio,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1', HOME: cwd },
  })
}

export function runProgram(path: string, args: readonly string[], bounds: ProgramBounds): Promise<ProgramResult> {
  const started = performance.now()
  const cpuSeconds = Math.ceil(Math.max(1, bounds.timeoutMs) / 1000) + 1
  const child = startLimited(path, args, { ...bounds, cpuSeconds }, ['ignore', 'pipe', 'pipe'])
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const complaints: Buffer[] = []
    let size = 0
    let complained = 0
    let end: ProgramEnd = 'exited'
    const stop = (why: ProgramEnd) => {
      if (end === 'exited') end = why
      killProgram(child.pid, bounds.inGroup)
    }
    const timer = setTimeout(() => stop('timeout'), Math.max(1, bounds.timeoutMs))
    const onAbort = () => stop('aborted')
    bounds.signal?.addEventListener('abort', onAbort, { once: true })
    if (bounds.signal?.aborted) onAbort()
    child.stdout!.on('data', (chunk: Buffer) => {
      if (size < bounds.outputBytes) chunks.push(chunk.subarray(0, bounds.outputBytes - size))
      size += chunk.length
      if (size > bounds.outputBytes) stop('too_much_output')
    })
    // A fuzzed file can make poppler write hundreds of megabytes of complaints: the first few say enough, the rest is read and dropped.
    child.stderr!.on('data', (chunk: Buffer) => {
      if (complained < stderrBytes) complaints.push(chunk)
      complained += chunk.length
    })
    const finish = (exitCode: number | null) => {
      clearTimeout(timer)
      bounds.signal?.removeEventListener('abort', onAbort)
      const stderr = Buffer.concat(complaints).subarray(0, stderrBytes).toString('utf8')
      resolve({ end, exitCode, stdout: Buffer.concat(chunks), stderr, elapsedMs: performance.now() - started })
    }
    child.on('error', () => {
      end = 'missing'
      finish(null)
    })
    child.on('close', (exitCode, killedBy) => {
      if (end === 'exited' && killedBy) end = 'crashed'
      if (end === 'exited' && (exitCode === 126 || exitCode === 127)) end = 'missing'
      if (!bounds.inGroup) killProgram(child.pid)
      finish(exitCode)
    })
  })
}

export function killProgram(pid: number | undefined, inGroup = false): void {
  if (pid === undefined) return
  try {
    process.kill(inGroup ? pid : -pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

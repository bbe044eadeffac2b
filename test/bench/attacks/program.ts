// The program of any folder as its user starts it: `npm start`, settings by the environment only, ended with all it started.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../db/embedded/free-port.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { descendantsOf } from '../../support/process-tree.ts'

export interface Program {
  readonly url: string
  readonly rpcUrl: string
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** Resident memory of the process that serves. */
  rssMb(): number
  stop(): Promise<void>
}

const running = new Set<number>()

/** What is still running when a command is ended from outside ends with it. */
export function endPrograms(): void {
  for (const pid of running) signal('SIGKILL', -pid)
}

const startDeadlineMs = 240_000
const endDeadlineMs = 20_000

export async function startProgram(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Program> {
  const { PATH, HOME } = process.env
  const dataDir = createDataDir('attacks')
  const [port, chainPort] = [await freePort(), await freePort()]
  const places = { DATA_DIR: dataDir, PORT: String(port), DEVNET_PORT: String(chainPort) }
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, LOG_LEVEL: 'info', DEMO_LENDING: 'off', ...places, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: npm, the program and the chain are ended together, and nothing else is.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  running.add(child.pid!)
  return {
    url: `http://127.0.0.1:${port}`,
    rpcUrl: `http://127.0.0.1:${chainPort}`,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    rssMb() {
      const all = [child.pid!, ...descendantsOf(child.pid!).map(({ pid }) => pid)]
      return Math.max(...all.map(rssOf))
    },
    async stop() {
      const family = descendantsOf(child.pid!).map(({ pid }) => pid)
      signal('SIGTERM', -child.pid!)
      await Promise.race([ended, wait(endDeadlineMs, undefined, { ref: false })])
      signal('SIGKILL', -child.pid!)
      for (const pid of family) signal('SIGKILL', pid)
      running.delete(child.pid!)
      removeDataDir(dataDir)
    },
  }
}

/** Until it answers and sells what the attacks buy; false where it has ended instead. */
export async function untilOpen(program: Program, paths: readonly string[]): Promise<boolean> {
  const deadline = performance.now() + startDeadlineMs
  for (const path of ['/health', ...paths]) {
    for (;;) {
      if (program.hasEnded()) return false
      const status = await fetch(program.url + path).then(
        (answer) => answer.status,
        () => 0,
      )
      if (path === '/health' ? status > 0 : status === 402) break
      if (performance.now() > deadline) throw new Error(`${path} is ${status}\n${program.output().slice(-2_000)}`)
      await wait(200)
    }
  }
  return true
}

function signal(name: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has ended
  }
}

const rssOf = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return /^Name:\s+(node|MainThread)/m.test(status) ? Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024 : 0
  } catch {
    return 0 // it ended meanwhile
  }
}

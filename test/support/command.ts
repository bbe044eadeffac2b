// A command as a person types it, against one suite's database and log.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function runCommandLine(env: { databaseUrl: string; brokers?: string }, name: string, ...args: string[]): Promise<Ran> {
  return runProgram([`cli/${name}.ts`, ...args], { DATABASE_URL: env.databaseUrl, KAFKA_BROKERS: env.brokers ?? '' })
}

/** Not spawnSync: the test goes on while the program runs. Without a limit it runs as long as it likes. */
export function runProgram(words: readonly string[], settings: Record<string, string>, limitMs?: number): Promise<Ran> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

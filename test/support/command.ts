// A program as a person starts it, with nothing of the tests' own environment but where things are.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** All that a started program is told beside its own settings. */
export function usualEnvironment() {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}

/** Not spawnSync: the test goes on while the program runs. Without a limit it runs as long as it likes. */
export function runProgram(words: readonly string[], settings: Record<string, string>, limitMs?: number): Promise<Ran> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...usualEnvironment(), ...settings },
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

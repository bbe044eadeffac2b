// Tollgate as an operator runs it: its own process, its own folder, its own port.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { usualEnvironment } from './command.ts'
import { until } from './until.ts'

export interface TollgateProcess {
  readonly child: ChildProcess
  readonly url: string
  readonly output: () => string
  /** Resolves with the exit code; null after a signal. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export function spawnTollgate(env: Record<string, string>, command = [process.execPath, 'main.ts']): TollgateProcess {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    env: { ...usualEnvironment(), LOG_LEVEL: 'info', DEMO_LENDING: 'off', WARM_WORKERS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  return {
    child,
    url: `http://127.0.0.1:${env.PORT}`,
    output: () => output,
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

export async function untilHealthy(tollgate: TollgateProcess, deadlineMs = 150_000): Promise<void> {
  await until(
    'it answers /health',
    () => {
      if (tollgate.child.exitCode !== null) throw new Error(`it ended with exit code ${tollgate.child.exitCode}`)
      return fetch(`${tollgate.url}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    },
    deadlineMs,
  ).catch((error) => {
    throw new Error(`${(error as Error).message}\n${tollgate.output().slice(-3_000)}`)
  })
}

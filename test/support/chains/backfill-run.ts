// The backfill command as an operator runs it, which can be interrupted.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { usualEnvironment } from '../command.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface BackfillRun {
  readonly code: number | null
  readonly progress: { source: string; doing: string; done: number; total: number }[]
  readonly text: string
}

export function runBackfill(
  env: { databaseUrl: string; deployments: string; chainId: number; rpcUrl: string },
  interrupt?: Promise<void>,
): Promise<BackfillRun> {
  const child = spawn(process.execPath, ['cli/backfill.ts', 'cascade', '--chain', String(env.chainId)], {
    cwd: root,
    env: {
      ...usualEnvironment(),
      DATABASE_URL: env.databaseUrl,
      DEPLOYMENTS: env.deployments,
      [`RPC_URL_${env.chainId}`]: env.rpcUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  void interrupt?.then(() => child.kill('SIGINT'))
  return new Promise((resolve) =>
    child.once('close', (code) => {
      const said = text.split('\n').filter((line) => line.startsWith('{"progress"'))
      resolve({ code, text, progress: said.map((line) => JSON.parse(line).progress) })
    }),
  )
}

// Starts a stream server in a process of its own and ends it the hard way.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '../until.ts'

const script = fileURLToPath(new URL('./server-child.ts', import.meta.url))

export interface StreamChild {
  kill(): Promise<void>
}

export async function startStreamChild(o: {
  databaseUrl: string
  /** '' where payments are settled in memory. */
  rpcUrl: string
  run: string
  port: number
}): Promise<StreamChild> {
  const child = spawn(process.execPath, [script, o.databaseUrl, o.rpcUrl, o.run, String(o.port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  await until('the server listens', () => output.includes('listening'))
  return {
    async kill() {
      const gone = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await gone
    },
  }
}

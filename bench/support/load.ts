// Drives one server over real sockets with a fixed number of connections and measures its rate and its own CPU.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { median } from './engine.ts'

export type Measured = { readonly perSecond: number; readonly cpuMsPerCall: number }
export type BenchServer = { readonly origin: string; cpuMicros(): Promise<number>; stop(): Promise<void> }

const connections = 32
const sampleMs = 200

export async function startBenchServer(row: string, databaseUrl: string, facilitatorUrl = ''): Promise<BenchServer> {
  const script = fileURLToPath(new URL('paid-server.ts', import.meta.url))
  const child: ChildProcess = fork(script, [row, databaseUrl, facilitatorUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  return {
    origin,
    async cpuMicros() {
      const answered = once(child, 'message')
      child.send('cpu')
      return ((await answered)[0] as { cpuMicros: number }).cpuMicros
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** `headersOf` gives each call its headers; a call that does not answer `status` ends the benchmark. */
export async function drive(
  server: BenchServer,
  o: { calls: number; status: number; headersOf?: (call: number) => Record<string, string> },
): Promise<Measured> {
  const pool = new Pool(server.origin, { connections, pipelining: 1 })
  let next = 0
  let done = 0
  const worker = async () => {
    while (next < o.calls) {
      const call = next++
      const response = await pool.request({ path: '/rates', method: 'GET', headers: o.headersOf?.(call) ?? {} })
      const text = await response.body.text()
      if (response.statusCode !== o.status)
        throw new Error(`${response.statusCode} instead of ${o.status}: ${text.slice(0, 300)}`)
      done += 1
    }
  }
  const samples: number[] = []
  let last = { done: 0, cpu: await server.cpuMicros() }
  let over = false
  const sample = async () => {
    if (over) return
    const now = { cpu: await server.cpuMicros(), done }
    if (now.done > last.done) samples.push((now.cpu - last.cpu) / 1_000 / (now.done - last.done))
    last = now
  }
  const sampler = setInterval(() => void sample(), sampleMs)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - startedAt) / 1_000
  over = true
  clearInterval(sampler)
  await server.cpuMicros()
  await pool.close()
  return { perSecond: o.calls / seconds, cpuMsPerCall: samples.length > 0 ? median(samples) : Number.NaN }
}

// Drives one server over real sockets with a fixed number of connections and measures its rate and its own CPU.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Connection, openConnection } from './connection.ts'
import { median } from './engine.ts'

export type Measured = { readonly perSecond: number; readonly cpuMsPerCall: number }
export type BenchServer = { readonly origin: string; cpuMicros(): Promise<number>; stop(): Promise<void> }

const sampleMs = 200

export async function startBenchServer(
  row: string,
  databaseUrl: string,
  facilitatorUrl = '',
  journalFolder = '',
): Promise<BenchServer> {
  const script = fileURLToPath(new URL('paid-server.ts', import.meta.url))
  const child: ChildProcess = fork(script, [row, databaseUrl, facilitatorUrl, journalFolder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  const ask = async () => {
    const answered = once(child, 'message')
    child.send('cpu')
    return ((await answered)[0] as { cpuMicros: number }).cpuMicros
  }
  let asked: Promise<number> = Promise.resolve(0)
  return {
    origin,
    // One after the other: an answer does not say whose it is.
    cpuMicros: () => (asked = asked.then(ask)),
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** `headersOf` gives each call its headers; a call that does not answer `status` ends the benchmark. */
export async function drive(
  server: BenchServer,
  o: { connections: number; calls: number; status: number; headersOf?: (call: number) => Record<string, string> },
): Promise<Measured> {
  const open = await Promise.all(Array.from({ length: o.connections }, () => openConnection(server.origin)))
  let next = 0
  let done = 0
  const worker = async (connection: Connection) => {
    while (next < o.calls) {
      const call = next++
      const { status, body } = await connection.get('/rates', o.headersOf?.(call) ?? {})
      if (status !== o.status) throw new Error(`${status} instead of ${o.status}: ${body.subarray(0, 300)}`)
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
  await Promise.all(open.map(worker))
  const seconds = (performance.now() - startedAt) / 1_000
  over = true
  clearInterval(sampler)
  await server.cpuMicros()
  for (const connection of open) connection.close()
  return { perSecond: o.calls / seconds, cpuMsPerCall: samples.length > 0 ? median(samples) : Number.NaN }
}

// What a changed row costs the API in processor time for each reader of its stream, with few readers and with many.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import type { Database } from '../../../db/client.ts'
import { printFigure, rounded, withDatabase } from '../support/engine.ts'
import type { GrowthSizes } from './law.ts'

const changes = 200
const changesPerSecond = 100
// One address may have a hundred.
const readersOfAddress = 50
const longestMs = 20_000

export async function benchStreams({ readers: sizes }: GrowthSizes): Promise<void> {
  await withDatabase(async (database) => {
    const script = fileURLToPath(new URL('../support/hostile-target-child.ts', import.meta.url))
    const child = fork(script, [database.url], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const said = async <T>() => (await once(child, 'message'))[0] as T
    const cpuMs = async () => {
      child.send('cpu')
      return (await said<{ cpuMicros: number }>()).cpuMicros / 1_000
    }
    try {
      const { port } = await said<{ port: number }>()
      const perChange: number[] = []
      await change(database, 50)
      const idle = await costOf(cpuMs, () => change(database, changes))
      for (const size of sizes) {
        const sockets = await Promise.all(
          Array.from({ length: size }, (_, n) => subscribe(port, 2 + Math.floor(n / readersOfAddress))),
        )
        let told = 0
        for (const socket of sockets) socket.on('message', () => told++)
        const ms = await costOf(cpuMs, async () => {
          await change(database, changes)
          for (const from = performance.now(); told < changes * size; await wait(20))
            if (performance.now() - from > longestMs) throw new Error(`${told} of ${changes * size} updates came`)
        })
        perChange.push((ms - idle) / changes)
        for (const socket of sockets) socket.terminate()
        printFigure({
          growth: 'a changed row on streams',
          readers: size,
          changes_per_second: changesPerSecond,
          cpu_us_for_a_change: rounded((1_000 * (ms - idle)) / changes, 0),
          cpu_us_for_a_reader: rounded((1_000 * (ms - idle)) / changes / size, 1),
        })
      }
    } finally {
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    }
  })
}

async function costOf(cpuMs: () => Promise<number>, work: () => Promise<void>): Promise<number> {
  const before = await cpuMs()
  await work()
  return (await cpuMs()) - before
}

async function subscribe(port: number, address: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/stream`, { localAddress: `127.0.0.${address}` })
  await once(socket, 'open')
  socket.send(JSON.stringify({ subscribe: ['rates/rates'] }))
  await once(socket, 'message')
  return socket
}

let version = 0

/** As a processor does: the row, its history, and a word to whoever listens. */
async function change({ pool }: Database, times: number): Promise<void> {
  const startedAt = performance.now()
  for (let n = 0; n < times; n++) {
    await wait(Math.max(0, startedAt + (n * 1_000) / changesPerSecond - performance.now()))
    await pool.query(
      `WITH written AS (UPDATE signal_row SET id = nextval('signal_row_version'), inputs_hash = $1 WHERE service = 'rates' RETURNING *),
         kept AS (INSERT INTO signal_history (id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash)
           SELECT id, service, route, key, body, meta, observed_at, now(), formula, inputs, inputs_hash FROM written)
       SELECT pg_notify('row', json_build_array(json_build_array(service, route, key))::text) FROM written`,
      [`bench ${version++}`],
    )
  }
}

// Sends hostile requests to an API of its own at a steady pace, pays beside them, and watches what the API holds and how long payers wait.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'
import { chanceFrom, makeHostile, type Target } from './hostile-requests.ts'
import type { Held } from './hostile-target-child.ts'
import { openPayer, type Payer } from './payer-thread.ts'

const script = fileURLToPath(new URL('./hostile-target-child.ts', import.meta.url))
const path = '/api/rates/rates'
const mostOpen = 64
const answerWithinMs = 15_000

export interface HostileSite extends Pick<Payer, 'pay'> {
  held(): Promise<Held>
  /** How many of each status came back, and of each kind that met one of ours; 0: hung up on, or nothing. */
  attack(count: number, perSecond: number): Promise<Map<string, number>>
  close(): Promise<void>
}

export async function openHostileSite(databaseUrl: string, seed: number): Promise<HostileSite> {
  const child = fork(script, [databaseUrl], { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the API ended with ${code}`)))
  failed.catch(() => undefined) // told to whom asks next
  const said = async <T>() => (await Promise.race([once(child, 'message'), failed]))[0] as T
  const { port } = await said<{ port: number }>()
  const origin = `http://127.0.0.1:${port}`
  const client = new Client(origin)
  const get = async (at: string, headers = {}) => {
    const answer = await client.request({ method: 'GET', path: at, headers })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
  const { headers } = await get(path)
  const [requirements] = JSON.parse(Buffer.from(String(headers['payment-required']), 'base64').toString()).accepts
  const payer = openPayer({ origin, path, requirements })
  const { routes } = JSON.parse((await get('/catalog.json')).text) as { routes: { label: string; url: string }[] }
  const target: Target = {
    ...requirements,
    // What makes workers work is waited for, and has a suite of its own.
    paths: [...new Set(routes.filter(({ label }) => label !== 'doc').map(({ url }) => new URL(url).pathname))],
    labels: [...new Set(routes.map(({ label }) => label))],
  }
  const chance = chanceFrom(seed)
  return {
    async held() {
      child.send('held')
      return said<Held>()
    },
    async attack(count, perSecond) {
      const seen = new Map<string, number>()
      const open = new Set<Promise<void>>()
      const startedAt = performance.now()
      for (let sent = 0; sent < count; sent++) {
        const ahead = (sent / perSecond) * 1_000 - (performance.now() - startedAt)
        if (ahead > 5) await sleep(ahead)
        while (open.size >= mostOpen) await Promise.race(open)
        const { bytes, kind, hangsUp } = makeHostile(target, chance)
        const done: Promise<void> = send(port, bytes, hangsUp === true).then((status) => {
          for (const name of status >= 500 ? [status, `${status}: ${kind}`] : [status])
            seen.set(String(name), (seen.get(String(name)) ?? 0) + 1)
          open.delete(done)
        })
        open.add(done)
      }
      await Promise.all(open)
      return seen
    },
    pay: payer.pay,
    async close() {
      await payer.close()
      await client.close()
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function send(port: number, bytes: string, hangsUp: boolean): Promise<number> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    let status = 0
    socket.setTimeout(answerWithinMs, () => socket.destroy())
    socket.once('data', (chunk: Buffer) => {
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1', 0, 16))?.[1] ?? 0)
      if (hangsUp) socket.destroy()
    })
    socket.on('data', () => undefined)
    // Refused in the middle of what it says, a caller is cut off: that is an answer too.
    socket.on('error', () => undefined)
    socket.once('close', () => done(status))
    socket.write(bytes, () => hangsUp && setTimeout(() => socket.destroy(), 50))
  })
}

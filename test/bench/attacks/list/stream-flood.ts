// A hundred sockets of one address subscribe and leave as fast as they may, for nothing: what do payers notice?

import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { defineAttack } from '../attack.ts'
import { sign } from '../payment.ts'
import { askRaw } from '../raw.ts'
import { openStream } from '../stream.ts'
import { plainPath } from '../world.ts'

const sockets = 100
const messages = 29

export default defineAttack({
  row: 'payments 10',
  title: `${sockets} free stream connections that subscribe ${messages} times to all they may`,
  own: { ONLY_SOURCES: '' },
  async run({ url, payer, terms, headers }) {
    const account = await payer()
    const names = await knownNames(url)
    const pay = async () => {
      const startedAt = performance.now()
      await askRaw(url + plainPath, { headers: headers(await sign(terms, account)), localAddress: '127.0.6.2' })
      return performance.now() - startedAt
    }
    const quiet: number[] = []
    for (let n = 0; n < 15; n++) quiet.push(await pay())
    const said = JSON.stringify({ subscribe: names })
    const open = Array.from({ length: sockets }, () => new WebSocket(`${url.replace('http', 'ws')}/stream`))
    await Promise.all(
      open.map((socket) => new Promise((done) => ['open', 'error', 'close'].map((event) => socket.once(event, done)))),
    )
    for (const socket of open) {
      socket.on('error', () => undefined)
      if (socket.readyState !== WebSocket.OPEN) continue
      for (let n = 0; n < messages; n++) socket.send(said)
    }
    const during: number[] = []
    for (const until = performance.now() + 8_000; performance.now() < until; await wait(20)) during.push(await pay())
    for (const socket of open) socket.terminate()
    const [calm, busy] = [Math.max(...quiet), Math.max(...during)]
    const middles = `middle ${middle(quiet).toFixed(0)} and ${middle(during).toFixed(0)}`
    const got = `the slowest paid call ${calm.toFixed(0)} ms before, ${busy.toFixed(0)} ms during (${middles})`
    return { got, isHeld: busy < 1_000 || busy < 4 * calm }
  },
})

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

// Any number of names that are none are refused with the rest of their message: each is tried first.
async function knownNames(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, unknown> }
  const known: string[] = []
  for (const path of Object.keys(paths).filter((one) => one.startsWith('/api/') && !one.includes('{'))) {
    if (known.length === 64) break
    const reader = await openStream(url)
    reader.say({ subscribe: [path.slice('/api/'.length)] })
    if ((await reader.next(['subscribed', 'error'], 2_000))?.type === 'subscribed') known.push(path.slice('/api/'.length))
    reader.close()
  }
  return known
}

// Requests that hold something without paying: bodies that never end, answers that nobody reads, hundreds of pages and mistakes in one breath.
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { defineAttack } from '../attack.ts'
import { buy } from '../purchase.ts'
import { isStall, quietWaitMs, seconds, watchWaits } from '../watch.ts'
import { plainPath } from '../world.ts'

const payment = 'x-payment: anything\r\n'
const bodyBytes = 33_000_000

export default defineAttack({
  row: 'own 6',
  title: 'bodies that never end, answers nobody reads, hundreds of pages and mistakes in one breath',
  own: {},
  async run(world) {
    const { url, rssMb } = world
    const { host, hostname, port } = new URL(url)
    const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`
    const got: string[] = []
    let sockets: Socket[] = []
    const speak = (bytes: string, n: number) => {
      const socket = connect({ port: Number(port), host: hostname, localAddress: `127.0.6.${1 + (n % 3)}` })
      socket.on('error', () => undefined)
      socket.pause().write(bytes)
      sockets.push(socket)
      return socket
    }
    const hangUp = async () => {
      for (const socket of sockets) socket.destroy()
      sockets = []
      await wait(1_000)
    }
    const quiet = await quietWaitMs(url + plainPath)
    const account = await world.payer()
    const sells = async (while_: string) => {
      const { status } = await buy(world, plainPath, account)
      if (status !== 200) got.push(`a payer got ${status} beside ${while_}`)
    }
    const json = 'content-type: application/json\r\n'
    for (let n = 0; n < 600; n++)
      speak(head(`POST ${n % 2 ? '/api/doc/convert' : '/api/audit_a/audit'}`, `${payment}${json}content-length: 90000\r\n`), n)
    await wait(2_000)
    await sells('600 slow bodies')
    await hangUp()
    const bought = [plainPath, '/api/funding/funding', '/api/sanctions/screen?name=a'].map((path) => head(`GET ${path}`, payment))
    for (let n = 0; n < 6; n++) speak(head('GET /openapi.json').repeat(20) + bought.join('').repeat(200), n)
    await wait(2_000)
    await sells('answers that nobody reads')
    await hangUp()
    const before = rssMb()
    for (let n = 0; n < 60; n++)
      speak(`${head('POST /api/doc/convert', `${json}content-length: ${bodyBytes}\r\n`)}{"base64":"`, n).write(
        'A'.repeat(bodyBytes - 1_000),
      )
    await wait(8_000)
    const held = rssMb() - before
    if (held > 500) got.push(`${held.toFixed(0)} MB in unfinished bodies`)
    await hangUp()
    const watch = watchWaits(url + plainPath)
    const mistakes = head(`GET ${plainPath}?${Array.from({ length: 1_500 }, (_, n) => `nam${n}=1`).join('&')}`)
    for (const line of [head('GET /').repeat(1_000), mistakes.repeat(60)]) for (let n = 0; n < 3; n++) speak(line, n)
    const body = `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(',')}}`
    speak(head('POST /api/doc/convert', `${json}content-length: ${body.length}\r\n`) + body, 0)
    await wait(6_000)
    if (isStall(watch.longestMs(), quiet)) got.push(`others waited ${seconds(watch.longestMs())}`)
    await watch.stop()
    await hangUp()
    return {
      got: got.length === 0 ? `nobody was kept out; ${held.toFixed(0)} MB` : got.join(', '),
      isHeld: got.length === 0,
    }
  },
})

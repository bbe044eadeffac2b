// Tests of what a stranger sends to a gateway before anybody pays: floods in one breath, upgrades, bodies that never end or are all values.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Gateway } from '../gateway.ts'
import { fundedAccount } from '../payment/clients.ts'
import { currentPayment, signAuthorization } from '../payment/sign.ts'

export function triedBeforePayment(gateway: () => Gateway): void {
  const speak = async (bytes: string) => {
    const { hostname, port } = new URL(gateway().url)
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.write(bytes)
    return { socket, closed, heard: () => heard }
  }
  const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: ${new URL(gateway().url).host}\r\n${more}\r\n`

  test('hundreds of pages in one breath are not written', async () => {
    const { closed, heard } = await speak(head('GET /').repeat(500))
    await closed
    expect(heard().split('HTTP/1.1 200').length - 1).toBeLessThan(40)
    expect((await fetch(`${gateway().url}/livez`)).status).toBe(200)
  })

  test('an upgrade that is not to a WebSocket is not made, and the connection goes on', async () => {
    const offer = head(
      'GET /api/rates/rates',
      'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n',
    )
    const { socket, heard } = await speak(offer)
    for (const answers of [1, 2, 3]) {
      await expect.poll(() => heard().match(/HTTP\/1\.1 \d+/g)?.length).toBe(answers)
      socket.write(offer)
    }
    socket.destroy()
  })

  test('a paid call that offers a WebSocket is answered as any other', async () => {
    const payment = Object.entries(currentPayment(await signAuthorization(await fundedAccount(gateway().chain))))
    const paid = payment.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const upgrade =
      'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    const { socket, heard } = await speak(head('GET /api/rates/rates', upgrade + paid))
    await expect.poll(heard, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 (200[\s\S]*"signal":|503[\s\S]*nothing was charged)/)
    socket.destroy()
  })

  test('documents that never end fill one caller’s share and no more', async () => {
    const unfinished = head('POST /api/doc/convert', 'content-type: application/json\r\ncontent-length: 34000000\r\n')
    const all = await Promise.all(Array.from({ length: 4 }, () => speak(`${unfinished}{`)))
    await expect.poll(() => all.filter(({ heard }) => heard().includes(' 429 ')).length).toBe(2)
    for (const { socket } of all) socket.destroy()
  })

  test('a body of some hundred thousand values is no question', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${gateway().url}/mcp`, { method: 'POST', headers, body: `[${'{},'.repeat(300_000)}{}]` })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('more than 250000 values')
  })
}

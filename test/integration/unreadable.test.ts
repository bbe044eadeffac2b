// What cannot be read at all: no HTTP, two hosts, a body that is no JSON. Each is told as every other mistake is, with what is wrong.
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, openGateway } from '../support/gateway.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: 'nyfed-rates' })
})
afterAll(() => gateway?.close())

/** All that comes back on one connection for these very bytes. */
function send(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  return new Promise((done, failed) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => done(Buffer.concat(chunks).toString()))
    socket.on('error', failed)
  })
}
const refusalOf = (answer: string) => ({
  status: Number(answer.split(' ', 2)[1]),
  head: answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase(),
  ...JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error,
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'input_invalid'],
  [
    'two lengths',
    'POST /api/doc/convert HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'input_invalid',
  ],
  ['a name with a blank', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Payment : x\r\n\r\n', 400, 'input_invalid'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX-Payment: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('what the parser refuses (%s) is told like any other mistake', async (_what, bytes, status, code) => {
  const refusal = refusalOf(await send(bytes))
  expect(refusal).toMatchObject({ status, code, message: expect.stringMatching(/\w/) })
  for (const header of ['cache-control: no-store', 'x-content-type-options: nosniff', 'connection: close'])
    expect(refusal.head).toContain(header)
})

test('a request for two hosts is for none', async () => {
  const { host } = new URL(gateway.url)
  for (const hosts of [
    [host, host],
    [host, 'evil.example'],
    ['evil.example', host],
  ]) {
    const lines = hosts.map((one) => `hOST: ${one}`).join('\r\n')
    const refusal = refusalOf(await send(`GET /api/rates/rates HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`))
    expect(refusal).toMatchObject({ status: 400, code: 'input_invalid', message: expect.stringContaining('Host') })
  }
})

test.each([
  ['{"url": "https://example.com/"', {}, 400, /no JSON in UTF-8: .*position/],
  ['{"url": "x", "__proto__": {"base64": "x"}}', {}, 400, /a member __proto__/],
  [gzipSync('{"url": "https://example.com/"}'), { 'content-encoding': 'gzip' }, 415, /content-encoding gzip is not read/],
])('a body that cannot be read (%s) is told why, and what to send', async (body, headers, status, message) => {
  const answer = await fetch(`${gateway.url}/api/doc/convert`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  expect([answer.status, ((await answer.json()) as any).error.message]).toEqual([status, expect.stringMatching(message)])
})

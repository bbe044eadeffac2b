// Where a proxy is the only way out everybody who is asked over HTTP is asked through it, and what it keeps back is told as that.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'

type Place = { readonly port: number; close(): void }

const names = ['upstream.invalid', 'facilitator.invalid', 'chain.invalid', 'venue.invalid', 'traces.invalid', 'site.example.org']
// Where the system has all of 127.0.0.0/8, as where the demo's chain listens.
const besideHost = process.platform === 'linux' ? '127.9.8.7' : '127.0.0.1'
// So long a stream is listened to that must not be heard.
const keptBackMs = 1_500
const folder = createDataDir('way-out')
const authority = join(folder, 'authority.pem')
let world: Place
let beside: Place

beforeAll(async () => {
  const extensions = [
    { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
    { name: 'basicConstraints', cA: true },
  ]
  const made = await generate([{ name: 'commonName', value: names[0]! }], { extensions } as Parameters<typeof generate>[1])
  writeFileSync(authority, made.cert)
  const server = createSecureServer({ key: made.private, cert: made.cert }, answer)
  new WebSocketServer({ server }).on('connection', (socket) => socket.send('first'))
  world = await listening(server)
  beside = await listening(createServer(answer), besideHost)
})
afterAll(() => {
  world.close()
  beside.close()
  removeDataDir(folder)
})

/** The proxy of a closed network: all that it lets through goes to the world of this test. */
async function startProxy(decide: (request: IncomingMessage, tunnel: Socket) => boolean) {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`)
    socket.on('error', () => undefined)
    if (!decide(request, socket)) return
    const onward = (request.url!.endsWith(':443') ? connect(world.port, '127.0.0.1') : connect(beside.port, besideHost)).on(
      'connect',
      () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      },
    )
    onward.on('error', () => socket.destroy())
  })
  return { asked, ...(await listening(proxy)) }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const isPage = request.url!.endsWith('/page')
  response.setHeader('content-type', isPage ? 'text/html' : 'application/json')
  response.end(isPage ? '<p>page</p>' : '{"jsonrpc":"2.0","id":1,"result":"0x2a","success":true}')
}

async function listening(server: Server, host = '127.0.0.1'): Promise<Place> {
  await once(server.listen(0, host), 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

async function ask(
  environment: Record<string, string>,
  hearsWithinMs: number,
  ...wanted: string[]
): Promise<Record<string, unknown>> {
  const script = fileURLToPath(new URL('../../support/way-out/asks.ts', import.meta.url))
  const { HTTP_PROXY: _1, HTTPS_PROXY: _2, NO_PROXY: _3, http_proxy: _4, https_proxy: _5, no_proxy: _6, ...own } = process.env
  const child = spawn(
    process.execPath,
    [script, `http://${besideHost}:${beside.port}/b`, authority, String(hearsWithinMs), ...wanted],
    {
      env: { ...own, NODE_EXTRA_CA_CERTS: authority, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return JSON.parse(await text(child.stdout))
}

const answered = expect.objectContaining({ success: true })

describe.concurrent('through a proxy', () => {
  test('every client reaches who has no address here, and what stands beside us is reached straight', async ({ expect }) => {
    const proxy = await startProxy(() => true)
    const address = `127.0.0.1:${proxy.port}`
    expect(await ask({ HTTPS_PROXY: address, http_proxy: `http://${address}` }, 20_000)).toEqual({
      upstream: answered,
      plain: answered,
      beside: answered,
      facilitator: { kind: 'answered', body: answered },
      network: expect.stringMatching(/altnames/),
      chain: '42',
      traces: 'sent',
      stream: 'first',
      page: '<p>page</p>',
      'page inside': expect.stringContaining('not at a public internet address'),
      'plain page': '<p>page</p>',
    })
    // A page's address is the one that was looked up and checked: its name could lead the proxy elsewhere.
    expect(proxy.asked.toSorted()).toEqual([
      'CONNECT 192.0.2.7:443',
      'CONNECT 93.184.215.14:443',
      'CONNECT 93.184.215.14:80',
      'CONNECT chain.invalid:443',
      'CONNECT facilitator.invalid:443',
      'CONNECT traces.invalid:443',
      'CONNECT upstream.invalid:443',
      'CONNECT venue.invalid:443',
      'GET http://upstream.invalid/a',
    ])
    proxy.close()
  })

  test('it is told who asks, and what NO_PROXY names is asked straight', async ({ expect }) => {
    const told = new Set<string | undefined>()
    const proxy = await startProxy((request) => {
      told.add(request.headers['proxy-authorization'])
      return true
    })
    const environment = {
      HTTPS_PROXY: `http://me:s%40cret@127.0.0.1:${proxy.port}`,
      NO_PROXY: 'upstream.invalid, .venue.invalid,93.184.0.0/33,192.0.2.0/24,2001:db8::/32',
    }
    const outcome = await ask(environment, keptBackMs)
    expect(outcome).toMatchObject({ facilitator: { kind: 'answered' }, chain: '42', page: '<p>page</p>' })
    expect(outcome.upstream).toMatch(/ENOTFOUND upstream\.invalid|EAI_AGAIN upstream\.invalid/)
    expect(outcome.stream).toBe('nothing heard')
    expect(proxy.asked.toSorted()).toEqual([
      'CONNECT 93.184.215.14:443',
      'CONNECT 93.184.215.14:80',
      'CONNECT chain.invalid:443',
      'CONNECT facilitator.invalid:443',
      'CONNECT traces.invalid:443',
    ])
    expect([...told]).toEqual([`Basic ${Buffer.from('me:s@cret').toString('base64')}`])
    proxy.close()
  })

  test.for([
    ['407 Proxy Authentication Required', 'it answers 407; HTTPS_PROXY must hold a name and password that it takes'],
    ['403 Forbidden', 'it answers 403; its owner must allow that host, or NO_PROXY name it'],
    ['502 Bad Gateway', 'it answers 502'],
  ])('a proxy that answers %s has sent no payment on, and is named as the reason', async ([status, words], { expect }) => {
    const proxy = await startProxy((_request, tunnel) => {
      tunnel.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`)
      return false
    })
    const outcome = await ask({ HTTPS_PROXY: `http://me:s3cret@127.0.0.1:${proxy.port}` }, keptBackMs)
    const kept = (place: string) => `the proxy of HTTPS_PROXY lets nothing through to ${place}: ${words}`
    expect(outcome).toMatchObject({
      upstream: expect.stringContaining(kept('upstream.invalid:443')),
      facilitator: { kind: 'not-sent', reason: kept('facilitator.invalid:443') },
      chain: expect.stringContaining(kept('chain.invalid:443')),
      stream: 'nothing heard',
      page: expect.stringContaining(kept('93.184.215.14:443')),
    })
    expect(JSON.stringify(outcome)).not.toMatch(new RegExp(`s3cret|${proxy.port}`))
    proxy.close()
  })

  test('of one that takes connections and says nothing a payment is known as not sent, in time', async ({ expect }) => {
    const held: Socket[] = []
    const proxy = await startProxy((_request, tunnel) => {
      held.push(tunnel)
      return false
    })
    const outcome = await ask({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }, keptBackMs, 'facilitator', 'stream', 'page')
    expect(outcome.facilitator).toEqual({
      kind: 'not-sent',
      reason: 'the proxy of HTTPS_PROXY is not reached (UND_ERR_HEADERS_TIMEOUT)',
    })
    expect(outcome).toMatchObject({ stream: 'nothing heard', page: expect.stringMatching(/^failed: The site did not accept/) })
    for (const tunnel of held) tunnel.destroy()
    proxy.close()
  })
})

// Redirects over real sockets, plain and TLS: at most five, never in a circle, never down to http, every hop checked.
import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDnsResolver, createSafeFetch, type FetchPolicy } from '../../base/safe-fetch/index.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type RawServer, respond, startRawServer } from '../support/raw-server.ts'
import { refusalOf } from '../support/refusal-of.ts'

let site: RawServer
let dns: DnsServer
let tls: { port: number; authority: string; close(): void }

beforeAll(async () => {
  site = await startRawServer((path, socket) => {
    const chain = /^\/chain\/(\d+)$/.exec(path)
    if (chain !== null) {
      const left = Number(chain[1])
      return left === 0 ? respond(socket, '200 OK', {}, 'end') : respond(socket, '302 Found', { location: `/chain/${left - 1}` })
    }
    if (path === '/self') return respond(socket, '301 Moved', { location: '/self#again' })
    if (path === '/ping') return respond(socket, '302 Found', { location: '/pong' })
    if (path === '/pong') return respond(socket, '302 Found', { location: '/ping' })
    if (path === '/twice')
      return void socket.write(
        'HTTP/1.1 302 Found\r\nlocation: /chain/0\r\nlocation: http://10.0.0.1/\r\ncontent-length: 0\r\n\r\n',
      )
    if (path === '/no-location') return respond(socket, '302 Found', {}, 'see elsewhere')
    if (path === '/big') return respond(socket, '302 Found', { location: '/chain/0', 'content-length': '99999999999' })
    if (path.startsWith('/to?')) return respond(socket, '307 Temporary Redirect', { location: decodeURIComponent(path.slice(4)) })
    respond(socket, '404 Not Found', {})
  })
  dns = await startDnsServer(({ type, name }) =>
    type !== 'A' ? [] : name === 'inside.site.com' ? ['192.168.0.1'] : ['127.0.0.1'],
  )
  const made = await generate([{ name: 'commonName', value: 'tls.site.com' }], {
    extensions: [
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'tls.site.com' }] },
      { name: 'basicConstraints', cA: true },
    ],
  } as Parameters<typeof generate>[1])
  const server = createTlsServer({ key: made.private, cert: made.cert }, (request, response) => {
    if (request.url === '/down') response.writeHead(302, { location: `http://plain.site.com:${site.port}/chain/0` })
    response.end('over tls')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  tls = { port: (server.address() as AddressInfo).port, authority: made.cert, close: () => server.close() }
})
afterAll(async () => {
  tls.close()
  await Promise.all([site.close(), dns.close()])
})

const fetchWith = (policy: Partial<FetchPolicy> = {}) =>
  createSafeFetch({
    resolver: createDnsResolver({ servers: [dns.address], timeoutMs: 1000, tries: 1 }),
    policy: { ports: [80, 443, site.port, tls.port], allowLoopback: true, extraAuthorities: [tls.authority], ...policy },
  })
const at = (path: string) => `http://plain.site.com:${site.port}${path}`

describe('redirects', () => {
  it('follows five and tells the way it went', async () => {
    const answer = await fetchWith()(at('/chain/5'))
    expect(answer.body.toString()).toBe('end')
    expect(answer.url).toBe(at('/chain/0'))
    expect(answer.redirects).toEqual([5, 4, 3, 2, 1].map((n) => at(`/chain/${n}`)))
  })

  it.each([
    ['/chain/6', 'too_many_redirects', 6],
    ['/self', 'redirect_loop', 1],
    ['/ping', 'redirect_loop', 2],
    ['/twice', 'redirect_invalid', 0],
    ['/to?http://10.0.0.1/', 'address_refused', 1],
    ['/to?http://169.254.169.254/latest', 'address_refused', 1],
    ['/to?http://[::ffff:10.0.0.1]/', 'address_refused', 1],
    ['/to?//2852039166/', 'address_refused', 1],
    ['/to?http://inside.site.com/', 'address_refused', 1],
    ['/to?http://localhost.localdomain/', 'host_refused', 1],
    ['/to?http://u:p@plain.site.com/', 'credentials_refused', 1],
    ['/to?http://plain.site.com:22/', 'port_refused', 1],
    ['/to?file:///etc/passwd', 'scheme_refused', 1],
    ['/to?data:text/html,hi', 'scheme_refused', 1],
    ['/to?http://[::1', 'redirect_invalid', 1],
  ] as const)('%s is %s', async (path, code, hop) => {
    expect(await refusalOf(fetchWith()(at(path)))).toMatchObject({ code, hop })
  })

  it('never reads the body of a redirect', async () => {
    expect((await fetchWith()(at('/big'))).body.toString()).toBe('end')
  })

  it('gives back a 302 that names no place to go', async () => {
    expect(await fetchWith()(at('/no-location'))).toMatchObject({ status: 302, redirects: [] })
  })

  it('follows none when the policy says none', async () => {
    expect((await refusalOf(fetchWith({ maxRedirects: 0 })(at('/chain/1')))).code).toBe('too_many_redirects')
  })
})

describe('TLS', () => {
  it('goes from http up to https', async () => {
    const answer = await fetchWith()(at(`/to?https://tls.site.com:${tls.port}/`))
    expect(answer).toMatchObject({ url: `https://tls.site.com:${tls.port}/`, status: 200 })
  })

  it('does not go down to http', async () => {
    expect((await refusalOf(fetchWith()(`https://tls.site.com:${tls.port}/down`))).code).toBe('redirect_downgrade')
  })

  it('refuses a certificate nobody vouches for, or one for another name', async () => {
    expect((await refusalOf(fetchWith({ extraAuthorities: [] })(`https://tls.site.com:${tls.port}/`))).code).toBe('tls_failed')
    expect((await refusalOf(fetchWith()(`https://other.site.com:${tls.port}/`))).code).toBe('tls_failed')
    expect((await refusalOf(fetchWith()(`https://127.0.0.1:${tls.port}/`))).code).toBe('tls_failed')
  })
})

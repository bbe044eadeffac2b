// Servers that drip, flood, lie about lengths or send compressed bombs, over real sockets.

// @module-tag alone
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSafeFetch, type FetchPolicy } from '../../base/safe-fetch/index.ts'
import { type RawServer, respond, startRawServer } from '../support/raw-server.ts'
import { refusalOf } from '../support/refusal-of.ts'

const zeros = Buffer.alloc(64 * 1024 * 1024)
const bombs: Record<string, Buffer> = {
  gzip: gzipSync(zeros),
  deflate: deflateSync(zeros),
  br: brotliCompressSync(zeros),
  zstd: zstdCompressSync(zeros),
}
const text = 'Zwölf Boxkämpfer '.repeat(500)
const encoded: Record<string, Buffer> = {
  gzip: gzipSync(text),
  'x-gzip': gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
  zstd: zstdCompressSync(text),
  'gzip, br': brotliCompressSync(gzipSync(text)),
}
// What costs the sender's line and never counts as a body: each byte comes with sixty thousand that nobody keeps.
const floods: Record<string, string> = {
  'chunk extensions': `1;${'e'.repeat(60_000)}\r\nx\r\n`,
  'one endless extension': 'e'.repeat(60_000),
  trailers: `x-a: ${'t'.repeat(200)}\r\n`.repeat(100),
}
let site: RawServer
let seenHead = ''

beforeAll(async () => {
  site = await startRawServer((path, socket, head) => {
    seenHead = head
    const [, kind = '', name = ''] = path.split('/').map(decodeURIComponent)
    const drip = (bytes: string, everyMs: number) => {
      const timer = setInterval(() => socket.write(bytes), everyMs)
      socket.on('close', () => clearInterval(timer))
    }
    if (kind === 'bomb') return respond(socket, '200 OK', { 'content-encoding': name }, bombs[name])
    if (kind === 'double-bomb') return respond(socket, '200 OK', { 'content-encoding': 'gzip, gzip' }, gzipSync(bombs.gzip!))
    if (kind === 'encoded') return respond(socket, '200 OK', { 'content-encoding': name }, encoded[name])
    if (kind === 'raw-deflate') return respond(socket, '200 OK', { 'content-encoding': 'deflate' }, deflateRawSync(text))
    if (kind === 'cut') return respond(socket, '200 OK', { 'content-encoding': name }, encoded[name]!.subarray(0, -12))
    if (kind === 'junk') return respond(socket, '200 OK', { 'content-encoding': name }, 'this is not compressed at all')
    if (kind === 'many-encodings') return respond(socket, '200 OK', { 'content-encoding': 'gzip, gzip, gzip' }, 'x')
    if (kind === 'odd-encoding') return respond(socket, '200 OK', { 'content-encoding': 'compress' }, 'x')
    if (kind === 'announced') return respond(socket, '200 OK', { 'content-length': '999999999' }, 'x')
    if (kind === 'endless') {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`
      const pump = () => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on('drain', pump)
      return pump()
    }
    if (kind === 'flood') {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const pump = () => {
        while (!socket.destroyed && socket.write(floods[name]!));
      }
      socket.on('drain', pump)
      return pump()
    }
    if (kind === 'drip-body') {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      return drip('a', 20)
    }
    if (kind === 'drip-header') {
      socket.write('HTTP/1.1 200 OK\r\n')
      return drip('x-a: 1\r\n', 20)
    }
    if (kind === 'early-hints') return drip('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 10)
    if (kind === 'chunk-extensions') {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;')
      return drip('a'.repeat(1000), 10)
    }
    if (kind === 'silent') return
    if (kind === 'header-flood')
      return void socket.write(`HTTP/1.1 200 OK\r\n${'x-flood: aaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(20_000)}\r\n`)
    if (kind === 'long-header') return void socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(200_000)}\r\n\r\n`)
    if (kind === 'hang-up') return void socket.destroy()
    if (kind === 'short') {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc')
      return void socket.end()
    }
    if (kind === 'not-http') return void socket.write('SSH-2.0-OpenSSH_9.6\r\n')
    if (kind === 'two-lengths') return void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabcde')
    if (kind === 'cookie') return respond(socket, '302 Found', { 'set-cookie': 'id=1', location: '/plain' })
    respond(socket, '200 OK', {}, 'plain')
  })
})
afterAll(() => site.close())

const fetchWith = (policy: Partial<FetchPolicy> = {}) =>
  createSafeFetch({ policy: { ports: [site.port], allowLoopback: true, ...policy } })
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`

describe('decompression', () => {
  it.each(Object.keys(encoded))('reads %s', async (name) => {
    expect((await fetchWith()(at(`/encoded/${encodeURIComponent(name)}`))).body.toString()).toBe(text)
  })

  it('reads deflate without its wrapper', async () => {
    expect((await fetchWith()(at('/raw-deflate'))).body.toString()).toBe(text)
  })

  it.each(Object.keys(bombs))('stops a %s bomb by what comes out of it', async (name) => {
    const heapBefore = process.memoryUsage().rss
    const refusal = await refusalOf(fetchWith()(at(`/bomb/${name}`)))
    expect(refusal.code).toBe('body_too_large')
    expect(bombs[name]!.length).toBeLessThan(100_000)
    expect(process.memoryUsage().rss - heapBefore).toBeLessThan(40 * 1024 * 1024)
  })

  it('stops a bomb inside a bomb', async () => {
    expect((await refusalOf(fetchWith()(at('/double-bomb')))).code).toBe('body_too_large')
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'])('calls damaged %s damaged', async (name) => {
    expect((await refusalOf(fetchWith()(at(`/cut/${name}`)))).code).toBe('encoding_broken')
    expect((await refusalOf(fetchWith()(at(`/junk/${name}`)))).code).toBe('encoding_broken')
  })

  it('refuses encodings it does not know or that are piled up', async () => {
    expect((await refusalOf(fetchWith()(at('/odd-encoding')))).code).toBe('encoding_unsupported')
    expect((await refusalOf(fetchWith()(at('/many-encodings')))).code).toBe('encoding_unsupported')
  })
})

describe('sizes', () => {
  it('refuses an announced size before reading', async () => {
    expect((await refusalOf(fetchWith()(at('/announced')))).code).toBe('body_too_large')
  })

  it('stops an endless body at the cap', async () => {
    const started = performance.now()
    expect((await refusalOf(fetchWith({ maxBodyBytes: 1_000_000 })(at('/endless')))).code).toBe('body_too_large')
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it.each(Object.keys(floods))('counts what the socket brings, whatever the framing: %s', async (name) => {
    const policy = { maxWireBytes: 1_000_000, deadlineMs: 30_000 }
    const refusal = await refusalOf(fetchWith(policy)(at(`/flood/${encodeURIComponent(name)}`)))
    expect(['body_too_large', 'headers_too_large', 'response_broken']).toContain(refusal.code)
  })

  it.each(['/header-flood', '/long-header'])('refuses %s', async (path) => {
    expect((await refusalOf(fetchWith()(at(path)))).code).toBe('headers_too_large')
  })
})

describe('time', () => {
  it.each(['/drip-body', '/drip-header', '/early-hints', '/chunk-extensions', '/silent'])(
    'ends %s at the deadline',
    async (path) => {
      const started = performance.now()
      expect((await refusalOf(fetchWith({ deadlineMs: 400 })(at(path)))).code).toBe('timed_out')
      expect(performance.now() - started).toBeLessThan(3000)
    },
  )

  it('ends silence at the idle limit', async () => {
    const started = performance.now()
    expect((await refusalOf(fetchWith({ idleTimeoutMs: 200 })(at('/silent')))).code).toBe('timed_out')
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('stops when the caller does', async () => {
    const stop = new AbortController()
    const work = refusalOf(fetchWith()(at('/silent'), { signal: stop.signal }))
    stop.abort()
    expect((await work).code).toBe('cancelled')
    expect((await refusalOf(fetchWith()(at('/plain'), { signal: AbortSignal.abort() }))).code).toBe('cancelled')
  })

  it('leaves no socket open behind any refusal', async () => {
    await vi.waitFor(() => expect(site.open()).toBe(0), { timeout: 2000 })
  })
})

describe('broken HTTP', () => {
  it.each(['/hang-up', '/short', '/not-http', '/two-lengths'])('%s is a broken answer', async (path) => {
    expect((await refusalOf(fetchWith()(at(path)))).code).toBe('response_broken')
  })

  it('names a closed port', async () => {
    const gone = await startRawServer(() => undefined)
    await gone.close()
    const refusal = await refusalOf(fetchWith({ ports: [gone.port] })(`http://127.0.0.1:${gone.port}/`))
    expect(refusal.code).toBe('connect_failed')
  })
})

describe('what we send', () => {
  it('is our honest name and nothing of the caller or of earlier answers', async () => {
    await fetchWith()(at('/cookie'))
    expect(seenHead).toMatch(/^GET \/plain HTTP\/1\.1\r\n/)
    expect(seenHead).toMatch(/user-agent: Tollgate\/\d/i)
    expect(seenHead).not.toMatch(/^(cookie|authorization|referer|x-forwarded-for|proxy-.*):/im)
  })

  it('ignores proxy settings of the environment', async () => {
    const proxy = await startRawServer((_path, socket) => respond(socket, '200 OK', {}, 'through the proxy'))
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    for (const name of names) vi.stubEnv(name, name.startsWith('NODE') ? '1' : `http://127.0.0.1:${proxy.port}`)
    try {
      expect((await fetchWith()(at('/plain'))).body.toString()).toBe('plain')
      expect(proxy.connections()).toBe(0)
    } finally {
      vi.unstubAllEnvs()
      await proxy.close()
    }
  })
})

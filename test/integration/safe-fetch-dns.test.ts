// Rebinding and broken name servers, played by a real DNS server and real sockets on several loopback addresses.
import { afterEach, describe, expect, it } from 'vitest'
import { createDnsResolver, createSafeFetch, type FetchPolicy } from '../../base/safe-fetch/index.ts'
import { type DnsAnswer, type DnsQuestion, type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type RawServer, respond, startRawServer } from '../support/raw-server.ts'
import { refusalOf } from '../support/refusal-of.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function nameServer(answer: (question: DnsQuestion) => DnsAnswer): Promise<DnsServer> {
  const server = await startDnsServer(answer)
  open.push(server)
  return server
}

async function webServer(...args: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...args)
  open.push(server)
  return server
}

function fetchOver(dns: DnsServer, policy: Partial<FetchPolicy>) {
  return createSafeFetch({ resolver: createDnsResolver({ servers: [dns.address], timeoutMs: 1000, tries: 1 }), policy })
}

const only4 = (answer: (nth: number) => string[]) => (q: DnsQuestion) => (q.type === 'A' ? answer(q.nth) : [])
const hello = (text: string) => (_path: string, socket: Parameters<typeof respond>[0]) => respond(socket, '200 OK', {}, text)

describe('DNS rebinding', () => {
  it('connects to the address it checked, though the name now points elsewhere', async () => {
    const good = await webServer(hello('good'))
    const trap = await webServer(hello('trap'), { host: '127.0.0.2', port: good.port })
    const dns = await nameServer(only4((nth) => [nth === 0 ? '127.0.0.1' : '127.0.0.2']))
    const answer = await fetchOver(dns, { allowLoopback: true, ports: [good.port] })(`http://rebind.attacker.com:${good.port}/`)
    expect(answer.body.toString()).toBe('good')
    expect(trap.connections()).toBe(0)
    expect(dns.questions.filter((q) => q.type === 'A')).toHaveLength(1)
    expect(dns.questions.filter((q) => q.type === 'AAAA')).toHaveLength(1)
  })

  it('never reaches the inside when the first answer is public and later ones are loopback', async () => {
    const trap = await webServer(hello('trap'))
    const dns = await nameServer(only4((nth) => [nth === 0 ? '93.184.216.34' : '127.0.0.1']))
    const safeFetch = fetchOver(dns, { ports: [trap.port], deadlineMs: 1500, connectTimeoutMs: 500 })
    const refusal = await refusalOf(safeFetch(`http://rebind.attacker.com:${trap.port}/`))
    expect(['connect_failed', 'timed_out', 'response_broken']).toContain(refusal.code)
    expect(trap.connections()).toBe(0)
    expect(dns.questions.filter((q) => q.type === 'A')).toHaveLength(1)
  })

  it('checks the name again on a redirect back to it', async () => {
    const site = await webServer((path, socket) =>
      path === '/' ? respond(socket, '302 Found', { location: '/inside' }) : respond(socket, '200 OK', {}, 'inside'),
    )
    const dns = await nameServer(only4((nth) => [nth === 0 ? '127.0.0.1' : '10.0.0.1']))
    const refusal = await refusalOf(
      fetchOver(dns, { allowLoopback: true, ports: [site.port] })(`http://a.attacker.com:${site.port}/`),
    )
    expect(refusal).toMatchObject({ code: 'address_refused', hop: 1 })
    expect(site.connections()).toBe(1)
  })

  it('refuses a host as soon as one of its addresses is inside', async () => {
    const site = await webServer(hello('x'))
    const dns = await nameServer(({ type }) => (type === 'A' ? ['127.0.0.1'] : ['fe80::1']))
    const refusal = await refusalOf(
      fetchOver(dns, { allowLoopback: true, ports: [site.port] })(`http://two.attacker.com:${site.port}/`),
    )
    expect(refusal.code).toBe('address_refused')
    expect(site.connections()).toBe(0)
  })

  it('tries the next checked address when the first does not answer', async () => {
    const site = await webServer(hello('second'), { host: '127.0.0.3' })
    const dns = await nameServer(only4(() => ['127.0.0.4', '127.0.0.3']))
    const answer = await fetchOver(dns, { allowLoopback: true, ports: [site.port] })(`http://two.attacker.com:${site.port}/`)
    expect(answer.body.toString()).toBe('second')
  })
})

describe('broken name servers', () => {
  it.each([
    ['nxdomain', 'host_not_found'],
    ['servfail', 'dns_unavailable'],
    ['silent', 'dns_unavailable'],
    [[], 'host_not_found'],
  ] as const)('%j is %s', async (said, code) => {
    const dns = await nameServer(() => said)
    const refusal = await refusalOf(fetchOver(dns, {})('http://name.attacker.com/'))
    expect(refusal.code).toBe(code)
    expect(refusal.retryable).toBe(code === 'dns_unavailable')
  })

  it('does not outwait the deadline for a resolver that never answers', async () => {
    const safeFetch = createSafeFetch({ resolver: { resolve: () => new Promise(() => undefined) }, policy: { deadlineMs: 150 } })
    const started = performance.now()
    expect((await refusalOf(safeFetch('http://name.attacker.com/'))).code).toBe('timed_out')
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('refuses what a resolver should never say', async () => {
    for (const nonsense of ['not-an-address', '127.1', '', '::1%lo']) {
      const safeFetch = createSafeFetch({ resolver: { resolve: async () => [nonsense] } })
      expect((await refusalOf(safeFetch('http://name.attacker.com/'))).code).toBe('address_refused')
    }
  })
})

// Every spelling of an inside address is refused before a socket opens: a trap server on the target port must stay unvisited.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDnsResolver, createSafeFetch, type RefusalCode, type SafeFetch } from '../../base/safe-fetch/index.ts'
import { type DnsServer, startDnsServer } from '../support/dns-server.ts'
import { type RawServer, respond, startRawServer } from '../support/raw-server.ts'
import { refusalOf } from '../support/refusal-of.ts'

let trap: RawServer
let trap6: RawServer
let dns: DnsServer
let safeFetch: SafeFetch

const zone: Record<string, { a?: string[]; aaaa?: string[] }> = {
  'loop.attacker.com': { a: ['127.0.0.1'] },
  'loop6.attacker.com': { aaaa: ['::1'] },
  'mapped.attacker.com': { aaaa: ['::ffff:7f00:1'] },
  'nat64.attacker.com': { aaaa: ['64:ff9b::7f00:1'] },
  'meta.attacker.com': { a: ['169.254.169.254'] },
  'private.attacker.com': { a: ['10.1.2.3'] },
  'cgnat.attacker.com': { a: ['100.64.0.1'] },
  'ula.attacker.com': { aaaa: ['fd00::1'] },
  'half.attacker.com': { a: ['93.184.216.34', '127.0.0.1'] },
  'half6.attacker.com': { a: ['93.184.216.34'], aaaa: ['::1'] },
  'zero.attacker.com': { a: ['0.0.0.0'] },
  '127.0.0.1.nip.attacker.com': { a: ['127.0.0.1'] },
  'xn--bcher-kva.attacker.com': { a: ['192.168.0.1'] },
}

beforeAll(async () => {
  trap = await startRawServer((_path, socket) => respond(socket, '200 OK', {}, 'secret'))
  trap6 = await startRawServer((_path, socket) => respond(socket, '200 OK', {}, 'secret'), { host: '::1', port: trap.port })
  dns = await startDnsServer(({ name, type }) => {
    const entry = zone[name]
    if (entry === undefined) return 'nxdomain'
    return (type === 'A' ? entry.a : entry.aaaa) ?? []
  })
  safeFetch = createSafeFetch({
    resolver: createDnsResolver({ servers: [dns.address], timeoutMs: 1000, tries: 1 }),
    policy: { ports: [80, 443, trap.port], deadlineMs: 3000 },
  })
})
afterAll(async () => {
  await Promise.all([trap.close(), trap6.close(), dns.close()])
})

// PORT stands for the trap's port.
const table: readonly (readonly [url: string, code: RefusalCode])[] = [
  // loopback in every textual form
  ['http://127.0.0.1:PORT/', 'address_refused'],
  ['http://127.1:PORT/', 'address_refused'],
  ['http://127.0.1:PORT/', 'address_refused'],
  ['http://2130706433:PORT/', 'address_refused'],
  ['http://0x7f000001:PORT/', 'address_refused'],
  ['http://0X7F.0.0.1:PORT/', 'address_refused'],
  ['http://0177.0.0.1:PORT/', 'address_refused'],
  ['http://017700000001:PORT/', 'address_refused'],
  ['http://127.0.0.1.:PORT/', 'address_refused'],
  ['http://127.127.127.127:PORT/', 'address_refused'],
  ['http://%31%32%37.0.0.1:PORT/', 'address_refused'],
  ['http://127%2e0%2e0%2e1:PORT/', 'address_refused'],
  ['http://127。0。0。1:PORT/', 'address_refused'],
  ['http://①②⑦.⓪.⓪.①:PORT/', 'address_refused'],
  ['http://127.0.0.1:PORT/', 'address_refused'],
  ['http://0/', 'address_refused'],
  ['http://0.0.0.0:PORT/', 'address_refused'],
  ['http://0x0:PORT/', 'address_refused'],
  ['http://[::1]:PORT/', 'address_refused'],
  ['http://[::]:PORT/', 'address_refused'],
  ['http://[0:0:0:0:0:0:0:1]:PORT/', 'address_refused'],
  ['http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/', 'address_refused'],
  ['http://[::127.0.0.1]:PORT/', 'address_refused'],
  ['http://[::ffff:127.0.0.1]:PORT/', 'address_refused'],
  ['http://[::ffff:7f00:1]:PORT/', 'address_refused'],
  ['http://[::FFFF:7F00:0001]:PORT/', 'address_refused'],
  ['http://[::ffff:0:127.0.0.1]:PORT/', 'address_refused'],
  ['http://[64:ff9b::127.0.0.1]:PORT/', 'address_refused'],
  ['http://[64:ff9b:1::7f00:1]:PORT/', 'address_refused'],
  ['http://[2002:7f00:1::]:PORT/', 'address_refused'],
  ['http://[2001:0:7f00:1::]:PORT/', 'address_refused'],
  ['http://[2606:4700::5efe:127.0.0.1]:PORT/', 'address_refused'],
  // other inside networks
  ['http://10.0.0.1/', 'address_refused'],
  ['http://172.16.0.1/', 'address_refused'],
  ['http://172.31.255.254/', 'address_refused'],
  ['http://192.168.1.1/', 'address_refused'],
  ['http://100.64.0.1/', 'address_refused'],
  ['http://169.254.0.1/', 'address_refused'],
  ['http://192.0.0.8/', 'address_refused'],
  ['http://192.0.2.1/', 'address_refused'],
  ['http://198.18.0.1/', 'address_refused'],
  ['http://198.51.100.7/', 'address_refused'],
  ['http://203.0.113.9/', 'address_refused'],
  ['http://192.88.99.1/', 'address_refused'],
  ['http://224.0.0.1/', 'address_refused'],
  ['http://240.0.0.1/', 'address_refused'],
  ['http://255.255.255.255/', 'address_refused'],
  ['http://[fe80::1]/', 'address_refused'],
  ['http://[fc00::1]/', 'address_refused'],
  ['http://[fd12:3456:789a::1]/', 'address_refused'],
  ['http://[fec0::1]/', 'address_refused'],
  ['http://[ff02::1]/', 'address_refused'],
  ['http://[2001:db8::1]/', 'address_refused'],
  ['http://[3fff::1]/', 'address_refused'],
  ['http://[2001:2::1]/', 'address_refused'],
  ['http://[100::1]/', 'address_refused'],
  ['http://[::ffff:10.0.0.1]/', 'address_refused'],
  ['http://[64:ff9b::a00:1]/', 'address_refused'],
  // metadata services
  ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
  ['http://0xa9fea9fe/', 'address_refused'],
  ['http://2852039166/', 'address_refused'],
  ['http://0251.0376.0251.0376/', 'address_refused'],
  ['http://[::ffff:169.254.169.254]/', 'address_refused'],
  ['http://[fd00:ec2::254]/', 'address_refused'],
  ['http://100.100.100.200/', 'address_refused'],
  ['http://168.63.129.16/', 'address_refused'],
  ['http://169.254.170.2/v2/credentials', 'address_refused'],
  ['http://metadata.google.internal/', 'host_refused'],
  ['http://METADATA.google.INTERNAL./', 'host_refused'],
  ['http://metadata.goog/', 'host_refused'],
  ['http://metadata/', 'host_refused'],
  // names of the inside
  ['http://localhost:PORT/', 'host_refused'],
  ['http://LOCALHOST.:PORT/', 'host_refused'],
  ['http://app.localhost:PORT/', 'host_refused'],
  ['http://localhost.localdomain:PORT/', 'host_refused'],
  ['http://ⓛocalhost:PORT/', 'host_refused'],
  ['http://lo%63alhost:PORT/', 'host_refused'],
  ['http://postgres:PORT/', 'host_refused'],
  ['http://printer.local/', 'host_refused'],
  ['http://host.docker.internal/', 'host_refused'],
  ['http://kubernetes.default.svc/', 'host_refused'],
  ['http://router.home.arpa/', 'host_refused'],
  ['http://1.0.0.127.in-addr.arpa/', 'host_refused'],
  ['http://a..attacker.com/', 'host_refused'],
  // names that resolve inside
  ['http://loop.attacker.com:PORT/', 'address_refused'],
  ['http://loop.attacker.com.:PORT/', 'address_refused'],
  ['http://LOOP.Attacker.COM:PORT/', 'address_refused'],
  ['http://loop6.attacker.com:PORT/', 'address_refused'],
  ['http://mapped.attacker.com:PORT/', 'address_refused'],
  ['http://nat64.attacker.com:PORT/', 'address_refused'],
  ['http://meta.attacker.com/', 'address_refused'],
  ['http://private.attacker.com/', 'address_refused'],
  ['http://cgnat.attacker.com/', 'address_refused'],
  ['http://ula.attacker.com/', 'address_refused'],
  ['http://half.attacker.com:PORT/', 'address_refused'],
  ['http://half6.attacker.com:PORT/', 'address_refused'],
  ['http://zero.attacker.com:PORT/', 'address_refused'],
  ['http://127.0.0.1.nip.attacker.com:PORT/', 'address_refused'],
  ['http://bücher.attacker.com/', 'address_refused'],
  ['http://nowhere.attacker.com/', 'host_not_found'],
  // credentials, the classic confusions about where the host is
  ['http://user:pass@127.0.0.1:PORT/', 'credentials_refused'],
  ['http://example.com@127.0.0.1:PORT/', 'credentials_refused'],
  ['http://127.0.0.1:PORT@example.com/', 'credentials_refused'],
  ['http://example.com#@127.0.0.1:PORT/', 'host_not_found'],
  ['http://example.com%23@127.0.0.1:PORT/', 'credentials_refused'],
  ['http://example.com\\@127.0.0.1:PORT/', 'url_invalid'],
  ['http://127.0.0.1\t:PORT/', 'url_invalid'],
  ['http://127.0.0.1\n.example.com/', 'url_invalid'],
  [' http://127.0.0.1:PORT/', 'url_invalid'],
  ['http:///127.0.0.1:PORT/', 'url_invalid'],
  ['http:127.0.0.1:PORT/', 'url_invalid'],
  ['//127.0.0.1:PORT/', 'url_invalid'],
  ['127.0.0.1:PORT', 'url_invalid'],
  ['', 'url_invalid'],
  ['http://', 'url_invalid'],
  ['http://[fe80::1%25eth0]/', 'url_invalid'],
  ['http://[::1', 'url_invalid'],
  ['http://1.2.3.4.5/', 'url_invalid'],
  ['http://256.256.256.256/', 'url_invalid'],
  ['http://exa mple.com/', 'url_invalid'],
  [`http://example.com/${'a'.repeat(2100)}`, 'url_too_long'],
  // schemes and ports
  ['file:///etc/passwd', 'scheme_refused'],
  ['ftp://example.com/', 'scheme_refused'],
  ['gopher://127.0.0.1:PORT/_', 'scheme_refused'],
  ['data:text/html,hi', 'scheme_refused'],
  ['javascript:alert(1)', 'scheme_refused'],
  ['blob:http://example.com/1', 'scheme_refused'],
  ['ws://127.0.0.1:PORT/', 'scheme_refused'],
  ['http://example.com:22/', 'port_refused'],
  ['http://example.com:6379/', 'port_refused'],
  ['https://example.com:8443/', 'port_refused'],
  ['http://example.com:0/', 'port_refused'],
  ['http://example.com:65536/', 'url_invalid'],
]

describe('hostile URLs', () => {
  it('has at least 60 of them', () => expect(table.length).toBeGreaterThanOrEqual(60))

  it.each(table)('%s is %s', async (spelling, code) => {
    const refusal = await refusalOf(safeFetch(spelling.replace('PORT', String(trap.port))))
    expect(refusal.code).toBe(code)
    expect(refusal.message).toMatch(/^[A-Z][^:]{10,120}\.$/)
    expect(refusal.message).not.toMatch(/\d{1,3}\.\d|::|ENOTFOUND|undici/)
  })

  it('never touched the trap', () => {
    expect(trap.connections()).toBe(0)
    expect(trap6.connections()).toBe(0)
  })

  it('would have been caught by the trap had a URL come through', async () => {
    const open = createSafeFetch({ policy: { ports: [trap.port], allowLoopback: true } })
    expect((await open(`http://127.0.0.1:${trap.port}/`)).body.toString()).toBe('secret')
    expect((await open(`http://[::1]:${trap.port}/`)).body.toString()).toBe('secret')
  })

  it('allows loopback and nothing else when a policy says so', async () => {
    const open = createSafeFetch({ policy: { allowLoopback: true } })
    for (const url of [
      'http://10.0.0.1/',
      'http://0.0.0.0/',
      'http://169.254.169.254/',
      'http://[fd00::1]/',
      'http://[2002:7f00:1::]/',
    ]) {
      expect((await refusalOf(open(url))).code).toBe('address_refused')
    }
  })

  it("refuses an operator's own public networks", async () => {
    const guarded = createSafeFetch({ policy: { refusedNetworks: ['93.184.216.0/24', '2606:2800::/32'] } })
    for (const url of ['http://93.184.216.34/', 'http://[2606:2800::1]/', 'http://[::ffff:93.184.216.34]/']) {
      expect((await refusalOf(guarded(url))).code).toBe('address_refused')
    }
  })
})

// The part of the configuration that says how the world reaches the API: under which address, and through whose proxies.
import { isIP } from 'node:net'
import type { ConfigReader } from './reader.ts'

export type EdgeSettings = {
  /** Scheme, host and port that every address we tell begins with; null where that is the address a caller used. */
  readonly publicUrl: string | null
  /** Service hosts are {label}.domain. */
  readonly domain: string
  /** Whose forwarded headers count: nobody's, those of so many hops before us, or those of these addresses. */
  readonly trustProxy: false | number | readonly string[]
  /** Where /metrics is served apart from the API; 0: nowhere. */
  readonly metricsPort: number
  readonly metricsHost: string
  /** Paid requests that are worked on at the same time; who comes on top is told to come back. */
  readonly paidCallsAtOnce: number
  /** Who knows it may read the sales; null: nobody may. */
  readonly adminToken: string | null
  readonly adminFrom: 'loopback' | 'anywhere'
}

const domainName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
const networks = ['loopback', 'linklocal', 'uniquelocal']
const mostHops = 8

export function readEdgeSettings(read: ConfigReader, host: string): EdgeSettings {
  const publicUrl = readPublicUrl(read)
  const usual = publicUrl === null ? 'localhost' : new URL(publicUrl).hostname
  return {
    publicUrl,
    domain: read.pattern('DOMAIN', domainName.test(usual) ? usual : 'localhost', domainName, 'a domain name in lower case'),
    trustProxy: readTrust(read),
    metricsPort: read.integer('METRICS_PORT', 0, 0, 65_535),
    metricsHost: read.text('METRICS_HOST', host),
    paidCallsAtOnce: read.integer('PAID_CALLS_AT_ONCE', 512, 1, 100_000),
    adminToken: readAdminToken(read),
    adminFrom: read.choice('ADMIN_FROM', ['loopback', 'anywhere'], 'loopback'),
  }
}

function readAdminToken(read: ConfigReader): string | null {
  const token = read.text('ADMIN_TOKEN', '')
  // A header carries it, and nobody may guess it.
  if (token !== '' && !/^[\x21-\x7e]{16,200}$/.test(token))
    read.complain('ADMIN_TOKEN=… is not 16 to 200 characters of plain ASCII without blanks')
  return token === '' ? null : token
}

function readPublicUrl(read: ConfigReader): string | null {
  const given = read.url('PUBLIC_URL', ['https:', 'http:'])
  if (given === null || !/^https?:/i.test(given) || !URL.canParse(given)) return null
  const { origin, pathname, search, hash, username, password } = new URL(given)
  if (pathname !== '/' || `${search}${hash}${username}${password}` !== '')
    read.complain('PUBLIC_URL=… is more than scheme, host and port: the gateway stands at the root of its own host')
  return origin
}

function readTrust(read: ConfigReader): EdgeSettings['trustProxy'] {
  const given = read.list('TRUST_PROXY')
  if (given.length === 0) return false
  if (given.length === 1 && /^\d+$/.test(given[0]!)) return read.integer('TRUST_PROXY', 0, 1, mostHops)
  for (const one of given) {
    if (networks.includes(one)) continue
    if (!isNetwork(one))
      read.complain(
        `TRUST_PROXY names ${read.shown(one)}, which is no address, no network such as 10.0.0.0/8 and none of ${networks}`,
      )
    else if (/\/0+$/.test(one)) read.complain(`TRUST_PROXY=${read.shown(one)} would let everybody say who they are`)
  }
  return given
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const width = { 4: 32, 6: 128 }[isIP(address)]
  if (width === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
}

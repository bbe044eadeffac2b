// Which hosts are ours, and under which address each is told to the world. Host {label}.<domain> and path /api/{label} are the same
// place: the first is rewritten into the second before routing.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface HostOptions {
  readonly domain: string
  readonly labels: ReadonlySet<string>
  readonly publicUrl?: string | null
  /** Where the server was told to listen. */
  readonly listens?: string
}

export interface Arrival {
  readonly host: string | undefined
  readonly protocol: string
  /** This machine's end of the connection. */
  readonly localAddress: string | undefined
}

export interface Hosts {
  rewrite(host: string | undefined, url: string): string
  /** Scheme, host and port for every address that this caller is told; null for a host that is not ours. */
  originOf(arrival: Arrival): string | null
}

const hostAndPort = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?$/

export function createHosts({ domain, labels, publicUrl = null, listens = '' }: HostOptions): Hosts {
  const published = publicUrl === null ? null : new URL(publicUrl)
  const names = new Set([domain, 'localhost', listens.toLowerCase(), ...(published === null ? [] : [published.hostname])])
  for (const nowhere of ['', '0.0.0.0', '::']) names.delete(nowhere)
  const ownLabelOf = (name: string) => {
    const label = labelOf(name, domain)
    return label !== null && labels.has(label) ? label : null
  }
  return {
    rewrite(host, url) {
      const label = ownLabelOf(nameOf(host))
      return label === null ? url : `/api/${label}${url}`
    },
    originOf({ host, protocol, localAddress }) {
      const given = host === undefined ? (localAddress ?? 'localhost') : host.toLowerCase()
      const [, rawName, port] = hostAndPort.exec(host === undefined ? bracketed(given) : given) ?? []
      if (rawName === undefined) return null
      const name = rawName.replace(/\.$/, '')
      const label = ownLabelOf(name)
      if (label === null && !names.has(name) && !isSameAddress(name, localAddress)) return null
      if (published !== null)
        return label === null ? published.origin : `${published.protocol}//${label}.${domain}${portOf(published)}`
      const scheme = protocol === 'https' ? 'https' : 'http'
      return `${scheme}://${name}${port === undefined ? '' : `:${Number(port)}`}`
    },
  }
}

export function labelOf(host: string | undefined, domain: string): string | null {
  const name = nameOf(host)
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : null
}

const nameOf = (host = ''): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

const portOf = ({ port }: URL): string => (port === '' ? '' : `:${port}`)

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address)

// Probes and people on this machine's network use the very address the connection came in on; another's is none of ours.
function isSameAddress(name: string, localAddress: string | undefined): boolean {
  const address = name.replace(/^\[|\]$/g, '')
  if (localAddress === undefined || isIP(address) === 0) return false
  if (address === localAddress || `::ffff:${address}` === localAddress) return true
  return ipaddr.process(address).toNormalizedString() === ipaddr.process(localAddress).toNormalizedString()
}

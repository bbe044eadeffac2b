// The proxy that is a closed network's only way out, by the names that most programs know it by.
import type { Proxies } from '../../base/way-out.ts'
import type { ConfigReader } from './reader.ts'
import { withScheme } from './secrets.ts'

export function readProxies(read: ConfigReader): Proxies | null {
  const http = readProxy(read, 'HTTP_PROXY')
  const https = readProxy(read, 'HTTPS_PROXY') ?? http
  const except = read.text(spelling(read, 'NO_PROXY'), '')
  return https === null ? null : { https, http, except }
}

function readProxy(read: ConfigReader, name: 'HTTP_PROXY' | 'HTTPS_PROXY'): string | null {
  const spelled = spelling(read, name)
  const given = read.text(spelled, '')
  if (given === '') return null
  const address = withScheme(given)
  if (isProxy(address)) return address
  read.complain(`${spelled}=… is no http or https address of a proxy, such as http://user:password@proxy.example.com:3128`)
  return null
}

// Small letters count first, as with curl.
const spelling = (read: ConfigReader, name: string): string =>
  read.text(name.toLowerCase(), '') === '' ? name : name.toLowerCase()

function isProxy(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && pathname + search + hash === '/' && isDecodable(username) && isDecodable(password)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

// What a payment was made for: method, host, path, query and body in one canonical hash, so it buys nothing else.
import { createHash } from 'node:crypto'

export type RequestShape = {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly body: unknown
}

export function fingerprint(request: RequestShape): string {
  const hash = createHash('sha256')
  hash.update(`${request.method}\n${request.host.toLowerCase()}\n${request.path}\n${canonicalQuery(request.query)}\n`)
  if (request.body instanceof Uint8Array) hash.update(request.body)
  else if (request.body !== undefined && request.body !== null) hash.update(canonicalJson(request.body))
  return hash.digest('base64url')
}

function canonicalQuery(query: string): string {
  if (query === '') return ''
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.sort().join('&')
}

/** JSON with sorted keys: two spellings of one document hash alike. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

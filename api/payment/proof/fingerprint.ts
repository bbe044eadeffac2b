// What a payment was made for: method, host, path, query and body in one canonical hash, so it buys nothing else.
import { createHash, hash } from 'node:crypto'

export type RequestShape = {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly query: string
  readonly body: unknown
}

export function fingerprint(request: RequestShape): string {
  const { method, host, path, query, body } = request
  const head = `${method}\n${host.toLowerCase()}\n${path}\n${canonicalQuery(query)}\n`
  if (body instanceof Uint8Array) return createHash('sha256').update(head).update(body).digest('base64url')
  return hash('sha256', body === undefined || body === null ? head : head + canonicalJson(body), 'base64url')
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

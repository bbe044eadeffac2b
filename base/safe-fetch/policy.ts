// What one fetch may reach and how much it may take; the defaults are the strict ones.
export interface FetchPolicy {
  readonly ports: readonly number[]
  readonly maxUrlChars: number
  readonly maxRedirects: number
  readonly maxHeaderBytes: number
  readonly maxWireBytes: number
  readonly maxBodyBytes: number
  readonly deadlineMs: number
  readonly connectTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly userAgent: string
  // Only a test or a demo of our own machine passes true: 127.0.0.0/8, ::1 and the name localhost become reachable, nothing else.
  readonly allowLoopback: boolean
  // Further networks in CIDR form, such as an operator's own public ranges.
  readonly refusedNetworks: readonly string[]
  // Further trusted authorities in PEM form, beside the built-in ones.
  readonly extraAuthorities: readonly string[]
}

export const productUserAgent = 'Tollgate/0.1 (one page at a time, on request; honours robots.txt as "Tollgate")'

export const defaultPolicy: FetchPolicy = Object.freeze({
  ports: [80, 443],
  maxUrlChars: 2048,
  maxRedirects: 5,
  maxHeaderBytes: 32 * 1024,
  maxWireBytes: 5 * 1024 * 1024,
  maxBodyBytes: 5 * 1024 * 1024,
  deadlineMs: 10_000,
  connectTimeoutMs: 4_000,
  idleTimeoutMs: 5_000,
  userAgent: productUserAgent,
  allowLoopback: false,
  refusedNetworks: [],
  extraAuthorities: [],
})

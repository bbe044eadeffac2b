// Names what went wrong underneath (sockets, TLS, zlib, the HTTP parser) as one of our refusals.
import { errors } from 'undici'
import { noWayOut } from '../way-out.ts'
import { FetchRefusal, type RefusalCode } from './refusal.ts'

const exact: Readonly<Record<string, RefusalCode>> = {
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  UND_ERR_HEADERS_TIMEOUT: 'timed_out',
  UND_ERR_BODY_TIMEOUT: 'timed_out',
  UND_ERR_CONNECT_TIMEOUT: 'connect_failed',
  ECONNREFUSED: 'connect_failed',
  EHOSTUNREACH: 'connect_failed',
  ENETUNREACH: 'connect_failed',
  EADDRNOTAVAIL: 'connect_failed',
  ETIMEDOUT: 'connect_failed',
  [noWayOut]: 'connect_failed',
}
// Node, undici, the HTTP parser and zlib shout; a lower-case code is one of our own and passes through.
const systemCode = /^[A-Z]/
const tlsCode = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/
const zlibCode = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_ZSTD|ZSTD_|ERR_PADDING|ERR__ERROR)/

export function refusalFor(
  error: unknown,
  signals: { deadline: AbortSignal; caller: AbortSignal | undefined },
  hop: number,
): unknown {
  if (signals.caller?.aborted) return new FetchRefusal('cancelled', { hop })
  if (signals.deadline.aborted) return new FetchRefusal('timed_out', { hop })
  if (error instanceof FetchRefusal) return new FetchRefusal(error.code, { cause: error.cause, hop })
  const codes = codesOf(error)
  // Without a code it is no failure of a socket, a parser or a stream but a mistake of ours, which must stay visible.
  if (codes.length === 0 && !(error instanceof errors.HTTPParserError)) return error
  return new FetchRefusal(codeFor(codes), { cause: error, hop })
}

function codeFor(codes: readonly string[]): RefusalCode {
  for (const code of codes) {
    const known = exact[code]
    if (known !== undefined) return known
    if (zlibCode.test(code)) return 'encoding_broken'
    if (tlsCode.test(code)) return 'tls_failed'
  }
  return 'response_broken'
}

// The telling code may sit on the error, its cause, or one attempt of several.
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 3) return []
  const own = 'code' in error && typeof error.code === 'string' && systemCode.test(error.code) ? [error.code] : []
  const inner = error instanceof AggregateError ? error.errors : []
  return [...own, ...[error.cause, ...inner].flatMap((e) => codesOf(e, depth + 1))]
}

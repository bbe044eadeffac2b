// The one error document every caller sees, and which status each code answers with.
import type { FastifyReply } from 'fastify'
import { certificateCodes } from '../base/certificate.ts'
import { type ErrorCode, TollgateError } from '../base/errors.ts'

const statusOf: Partial<Record<ErrorCode, number>> = {
  input_invalid: 400,
  input_unusable: 422,
  job_refused: 422,
  route_unknown: 404,
  method_unknown: 405,
  body_too_large: 413,
  body_unreadable: 415,
  host_unknown: 421,
  busy: 429,
  not_ready: 503,
  upstream_unavailable: 503,
  database_unavailable: 503,
}

const unavailableRetrySeconds = 5

export interface ErrorDocument {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly retry_after?: number
    /** What the caller may have meant, the likeliest first. */
    readonly suggestions?: readonly string[]
  }
}

export function sendError(reply: FastifyReply, error: TollgateError): FastifyReply {
  const document = documentOf(error)
  const { retry_after: retryAfter } = document.error
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(statusOf[error.code] ?? 500)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(document))
}

export function documentOf(error: TollgateError): ErrorDocument {
  const status = statusOf[error.code] ?? 500
  const retryAfter = error.retryAfterSeconds ?? (status === 503 || status === 429 ? unavailableRetrySeconds : null)
  // What went wrong inside is for our log; a caller learns that it was not their fault and costs nothing.
  const message = status === 500 ? 'Something failed on our side; nothing was charged.' : error.message
  return {
    error: {
      code: status === 500 ? 'internal' : (error.detailCode ?? error.code),
      message,
      ...(retryAfter === null ? {} : { retry_after: retryAfter }),
      ...(error.suggestions.length === 0 ? {} : { suggestions: error.suggestions }),
    },
  }
}

// Away, read only, or not to be had: its name, its way, its certificate or our login there.
const databaseCodes = /^(08|25006|28|57P|53|ECONN|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)/
const databaseWords =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable|Connection terminated/

/** What fastify, pg or a bug threw, as one of ours; `bodyLimit` is the most bytes this route takes. */
export function toTollgateError(error: unknown, bodyLimit?: number): TollgateError {
  if (error instanceof TollgateError) return error
  const { code = '', statusCode = 500, message = '' } = error as { code?: string; statusCode?: number; message?: string }
  if (statusCode === 413) {
    const most = bodyLimit === undefined ? '' : ` of ${bodyLimit} bytes`
    return new TollgateError('body_too_large', `The request body is larger than this route's limit${most}.`, { cause: error })
  }
  if (statusCode === 415)
    return new TollgateError('body_unreadable', 'Send the body as content-type application/json.', { cause: error })
  if (statusCode >= 400 && statusCode < 500) return new TollgateError('input_invalid', message, { cause: error })
  if (databaseCodes.test(code) || certificateCodes.test(code) || databaseWords.test(message)) {
    return new TollgateError('database_unavailable', 'The answer store is not reachable right now; nothing was charged.', {
      retryAfterSeconds: unavailableRetrySeconds,
      cause: error,
    })
  }
  return new TollgateError('internal', message, { cause: error })
}

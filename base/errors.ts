// The one error type: a code a program can act on, whether trying again can help, and the cause.
export type ErrorCode =
  | 'config_invalid'
  | 'database_unavailable'
  | 'database_version_mismatch'
  | 'log_offset_out_of_range'
  | 'log_unavailable'
  | 'record_invalid'
  | 'record_too_large'
  | 'upstream_unavailable'
  | 'upstream_rate_limited'
  | 'upstream_changed'
  | 'upstream_refused'
  | 'key_unknown'
  | 'not_enough_data'
  | 'definition_invalid'
  | 'input_invalid'
  | 'input_unusable'
  | 'job_refused'
  | 'route_unknown'
  | 'method_unknown'
  | 'host_unknown'
  | 'body_too_large'
  | 'body_unreadable'
  | 'busy'
  | 'not_ready'
  | 'internal'
  | 'chain_unavailable'

export class TollgateError extends Error {
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
  /** A finer code for the caller, where the work itself has one. */
  readonly detailCode: string | null
  /** What the caller may have meant. */
  readonly suggestions: readonly string[]

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      retryable?: boolean
      retryAfterSeconds?: number
      detailCode?: string
      suggestions?: readonly string[]
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'TollgateError'
    this.code = code
    this.retryable = options.retryable ?? options.retryAfterSeconds !== undefined
    this.detailCode = options.detailCode ?? null
    this.suggestions = options.suggestions ?? []
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What lies right below it; itself where nothing does. */
export const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? error.cause : error)

// A cause may be its own.
const deepest = 8

/** Why it failed in one sentence: what lies at the bottom, where a library says above it only that a request failed. */
export function reasonOf(error: unknown): string {
  let last = error
  for (let depth = 0; depth < deepest; depth++) last = causeOf(last)
  const [sentence = ''] = messageOf(last).split('\n', 1)
  const { status } = Object(last) as { readonly status?: unknown }
  return typeof status === 'number' ? `${sentence} (HTTP ${status})` : sentence
}

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
  | 'not_enough_data'
  | 'definition_invalid'

export class TollgateError extends Error {
  readonly code: ErrorCode
  readonly retryable: boolean

  constructor(code: ErrorCode, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'TollgateError'
    this.code = code
    this.retryable = options.retryable ?? false
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// Every way the safe client says no: a code, a sentence a caller may read, and the HTTP status it deserves.
type Reason = { status: 400 | 422 | 503; retryable?: true; message: string }

// 400: the URL itself is unusable. 422: the site behind it is. 503: the fault is ours or the network's, so trying again may help.
const reasons = {
  url_invalid: { status: 400, message: 'The URL could not be understood; give an absolute http or https URL.' },
  url_too_long: { status: 400, message: 'The URL is too long.' },
  scheme_refused: { status: 400, message: 'Only http and https URLs are fetched.' },
  credentials_refused: { status: 400, message: 'A URL must not carry a user name or password.' },
  port_refused: { status: 400, message: 'That port is not fetched.' },
  host_refused: { status: 400, message: 'That host name is not on the public internet.' },
  address_refused: { status: 400, message: 'The host is not at a public internet address.' },
  host_not_found: { status: 422, message: 'The host name does not resolve.' },
  dns_unavailable: { status: 503, retryable: true, message: 'The host name could not be looked up in time.' },
  connect_failed: { status: 422, retryable: true, message: 'The site did not accept a connection.' },
  tls_failed: { status: 422, message: 'The site has no valid TLS certificate for its name.' },
  too_many_redirects: { status: 422, message: 'The site redirects too many times.' },
  redirect_loop: { status: 422, message: 'The site redirects in a circle.' },
  redirect_downgrade: { status: 422, message: 'The site redirects from https to http.' },
  redirect_invalid: { status: 422, message: 'The site redirects to something that cannot be fetched.' },
  headers_too_large: { status: 422, message: 'The site sent more headers than are accepted.' },
  body_too_large: { status: 422, message: 'The document is larger than is accepted.' },
  encoding_unsupported: { status: 422, message: 'The site compressed its answer in a way that is not accepted.' },
  encoding_broken: { status: 422, message: 'The compressed answer of the site is damaged.' },
  response_broken: { status: 422, retryable: true, message: 'The site broke off or did not answer in valid HTTP.' },
  timed_out: { status: 422, retryable: true, message: 'The site did not deliver its answer in time.' },
  cancelled: { status: 503, retryable: true, message: 'The fetch was cancelled.' },
} as const satisfies Record<string, Reason>

export type RefusalCode = keyof typeof reasons
export const refusalCodes = Object.keys(reasons) as RefusalCode[]

// `cause` is for our own log only; `message` never names an address, a resolver or an internal error.
export class FetchRefusal extends Error {
  readonly code: RefusalCode
  readonly status: 400 | 422 | 503
  readonly retryable: boolean
  readonly hop: number

  constructor(code: RefusalCode, options: { cause?: unknown; hop?: number } = {}) {
    const reason: Reason = reasons[code]
    super(reason.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'FetchRefusal'
    this.code = code
    this.status = reason.status
    this.retryable = reason.retryable ?? false
    this.hop = options.hop ?? 0
  }
}

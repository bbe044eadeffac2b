// Why a page that could be reached is still not an answer: a code and a sentence for the caller; nothing is charged for it.
const reasons = {
  page_status: 'The site answered with an error instead of a page.',
  page_empty: 'The page holds no readable text.',
  page_too_complex: 'The page could not be read within the limits of time and memory.',
  content_unsupported: 'The URL does not hold HTML, text, JSON or PDF.',
  robots_refused: "The site's robots.txt asks not to fetch this page.",
  busy: 'Too many pages are being read at once; try again shortly.',
  pdf_not_read: 'The URL holds a PDF; send it to the document conversion service instead.',
} as const

export type ReadRefusalCode = keyof typeof reasons
export const readRefusalCodes = Object.keys(reasons) as ReadRefusalCode[]

export class ReadRefusal extends Error {
  readonly code: ReadRefusalCode
  readonly status: 422 | 503
  readonly retryable: boolean
  readonly siteStatus: number | null

  constructor(code: ReadRefusalCode, options: { siteStatus?: number; cause?: unknown } = {}) {
    super(reasons[code], options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ReadRefusal'
    this.code = code
    this.status = code === 'busy' ? 503 : 422
    this.retryable = code === 'busy'
    this.siteStatus = options.siteStatus ?? null
  }
}

// Why a document cannot be converted: a code for programs and the sentence a 422 answer carries.
export type RefusalCode =
  | 'encrypted'
  | 'not_a_pdf'
  | 'broken'
  | 'no_pages'
  | 'no_such_pages'
  | 'too_large'
  | 'too_many_pages'
  | 'too_complex'
  | 'timeout'
  | 'engine_missing'

const retryable: ReadonlySet<RefusalCode> = new Set(['engine_missing'])

export class ConvertRefusal extends Error {
  readonly code: RefusalCode
  readonly retryable: boolean

  constructor(code: RefusalCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ConvertRefusal'
    this.code = code
    this.retryable = retryable.has(code)
  }
}

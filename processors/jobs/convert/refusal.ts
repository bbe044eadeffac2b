// Why a document cannot be converted: a code for programs and the sentence a 422 answer carries.
export type RefusalCode =
  | 'encrypted'
  | 'not_a_pdf'
  | 'not_a_document'
  | 'broken'
  | 'no_pages'
  | 'no_such_pages'
  | 'too_large'
  | 'too_many_pages'
  | 'too_complex'
  | 'timeout'
  | 'ocr_lang_missing'
  | WordlessCode
  | 'engine_missing'

/** There is nothing to sell: not a word could be read. */
export type WordlessCode = 'blank' | 'drawings_only' | 'hidden_only' | 'scanned_no_ocr' | 'scanned_unread'

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

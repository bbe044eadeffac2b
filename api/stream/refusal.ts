// A refusal on a stream that is already the document to send.
export class StreamRefusal extends Error {
  readonly document: object
  constructor(document: object) {
    super('refused')
    this.document = document
  }
}

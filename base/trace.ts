// Where the program says what it is doing, for whoever traces it: spans over diagnostics channels, which cost a look at a flag while nobody listens.
import { channel } from 'node:diagnostics_channel'

export type SpanAttributes = Readonly<Record<string, string | number>>

/** One piece of work. What listens keeps its own under it. */
export interface Span {
  readonly name: string
  readonly kind: 'server' | 'producer' | 'consumer' | 'internal'
  /** Never what a caller sent, a payer, or a secret: names of routes, sources and topics, states and counts. */
  readonly attributes: SpanAttributes
  /** The traces that brought it about, where they came in records. */
  readonly from: readonly string[]
}

export interface EndedSpan {
  readonly span: Span
  readonly attributes: SpanAttributes
  /** A code or a class of error, never its message: that may quote anything. */
  readonly failure: string | null
}

export interface AskedTrace {
  traceparent?: string
}

export const spanBegins = channel('tollgate:span:begins')
export const spanEnters = channel('tollgate:span:enters')
export const spanEnds = channel('tollgate:span:ends')
export const traceAsked = channel('tollgate:trace:asked')

type Opening = { readonly kind?: Span['kind']; readonly from?: () => readonly string[] }

/** Null while nobody listens. */
export function beginSpan(name: string, attributes: SpanAttributes, { kind = 'internal', from }: Opening = {}): Span | null {
  if (!spanBegins.hasSubscribers) return null
  const span: Span = { name, kind, attributes, from: from?.() ?? [] }
  spanBegins.publish(span)
  return span
}

/** What begins in there belongs to it. */
export function inSpan<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : spanEnters.runStores(span, work)
}

export function endSpan(span: Span | null, attributes: SpanAttributes = {}, failure: string | null = null): void {
  if (span !== null) spanEnds.publish({ span, attributes, failure } satisfies EndedSpan)
}

export function traced<T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
  opening?: Opening & { readonly told?: (result: T) => SpanAttributes },
): Promise<T> {
  const span = beginSpan(name, attributes, opening)
  return span === null ? work() : follow(span, work, opening?.told)
}

async function follow<T>(span: Span, work: () => Promise<T>, told?: (result: T) => SpanAttributes): Promise<T> {
  try {
    const result = await inSpan(span, work)
    endSpan(span, told?.(result))
    return result
  } catch (error) {
    endSpan(span, {}, failureOf(error))
    throw error
  }
}

/** What a record written here is to carry, in the form of W3C's traceparent. */
export function currentTrace(): string | undefined {
  if (!traceAsked.hasSubscribers) return undefined
  const asked: AskedTrace = {}
  traceAsked.publish(asked)
  return asked.traceparent
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

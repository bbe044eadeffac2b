// W3C's traceparent, as records of the log carry it: 00-<trace>-<span>-<flags>. What is not one is nothing.
import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

export function writeTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

export function readTraceparent(text: string): SpanContext | null {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text)
  if (found === null) return null
  const context = { traceId: found[1]!, spanId: found[2]!, traceFlags: Number.parseInt(found[3]!, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : null
}

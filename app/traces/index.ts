// Listens to the program's spans and sends them to an OpenTelemetry collector. Loaded only where one is named, and never in the way:
// what cannot be sent is dropped, and said once in a while.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { type AskedTrace, type EndedSpan, type Span, spanBegins, spanEnds, spanEnters, traceAsked } from '../../base/trace.ts'
import { wayOutOfAgent } from '../../base/way-out.ts'
import { within } from '../../base/within.ts'
import type { TraceSettings } from '../config/traces.ts'
import type { Speaker } from '../logger.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const mostWaiting = 2_048
const mostAtOnce = 512
// All that waits, and one more: what is said at the end goes out at once.
const mostUnderWay = mostWaiting / mostAtOnce + 1
const exportWithinMs = 5_000
const lastWordsWithinMs = 2_000
const tellEveryMs = 60_000
const mostLinks = 32
const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

export interface TraceOptions extends TraceSettings {
  readonly speaker: Speaker
  readonly logger: Logger
  /** For tests: how long spans are gathered. */
  readonly everyMs?: number
}

export function startTraces({ url, headers, ratio, speaker, logger, everyMs = 2_000 }: TraceOptions): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: exportWithinMs,
    concurrencyLimit: mostUnderWay,
    httpAgentOptions: { keepAlive: true, ...wayOutOfAgent(url) },
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'tollgate',
      'service.version': speaker.version,
      'service.instance.id': speaker.instance,
      'tollgate.role': speaker.role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 16, linkCountLimit: mostLinks },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, logger),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: mostAtOnce,
        scheduledDelayMillis: everyMs,
        exportTimeoutMillis: exportWithinMs,
      }),
    ],
  })
  const tracer = provider.getTracer('tollgate', speaker.version)
  const current = new AsyncLocalStorage<OtelSpan>()
  const spans = new WeakMap<Span, OtelSpan>()

  const begin = (span: Span) => {
    const { parent, links } = originOf(span, current.getStore())
    const options = { kind: kinds[span.kind], attributes: span.attributes as Attributes, links, root: parent === null }
    spans.set(span, tracer.startSpan(span.name, options, parent ?? ROOT_CONTEXT))
  }
  const end = ({ span, attributes, failure }: EndedSpan) => {
    const own = spans.get(span)
    own?.setAttributes(attributes as Attributes)
    if (failure !== null) own?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure)
    own?.end()
  }
  const tell = (asked: AskedTrace) => {
    const own = current.getStore()
    if (own !== undefined) asked.traceparent = writeTraceparent(own.spanContext())
  }
  // A subscriber that throws would end the process.
  const quietly =
    <T>(listen: (message: T) => void) =>
    (message: unknown) => {
      try {
        listen(message as T)
      } catch (error) {
        logger.debug({ err: error }, 'a span was lost')
      }
    }
  const listeners = [
    [spanBegins, quietly(begin)],
    [spanEnds, quietly(end)],
    [traceAsked, quietly(tell)],
  ] as const
  for (const [on, listener] of listeners) on.subscribe(listener)
  spanEnters.bindStore(current, (span) => spans.get(span as Span)!)
  let stopped: Promise<unknown> | undefined
  return {
    async stop() {
      for (const [on, listener] of listeners) on.unsubscribe(listener)
      spanEnters.unbindStore(current)
      // Who asks again waits for the same last words.
      stopped ??= within(provider.shutdown(), lastWordsWithinMs).catch(() => undefined)
      await stopped
    },
  }
}

/** What comes of one trace goes on in it; what comes of several names them. */
function originOf({ from }: Span, current: OtelSpan | undefined): { parent: Context | null; links: { context: SpanContext }[] } {
  if (current !== undefined) return { parent: trace.setSpan(ROOT_CONTEXT, current), links: [] }
  const contexts = [...new Set(from)].slice(0, mostLinks).flatMap((text) => readTraceparent(text) ?? [])
  const [only] = contexts
  if (only !== undefined && contexts.every(({ traceId }) => traceId === only.traceId))
    return { parent: trace.setSpanContext(ROOT_CONTEXT, only), links: [] }
  return { parent: null, links: contexts.map((context) => ({ context })) }
}

// The library drops what it cannot send and says nothing.
function telling(exporter: SpanExporter, logger: Logger): SpanExporter {
  let lost = 0
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) {
          lost += spans.length
          if (performance.now() - toldAt > tellEveryMs) {
            logger.warn(
              { lost, reason: result.error?.name },
              'traces do not reach OTEL_EXPORTER_OTLP_ENDPOINT; nothing waits for them',
            )
            toldAt = performance.now()
            lost = 0
          }
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush!() }),
  }
}

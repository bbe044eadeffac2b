// An OpenTelemetry collector of this machine: what was posted to it over OTLP/HTTP, as it came and as spans.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code?: number }
  readonly attributes: Readonly<Record<string, string | number>>
}

export interface Collector {
  readonly endpoint: string
  readonly spans: CollectedSpan[]
  /** All bodies as they came. */
  readonly texts: string[]
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  stop(): Promise<void>
}

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number }

const plain = ({ stringValue, intValue, doubleValue }: Value) => stringValue ?? Number(intValue ?? doubleValue)

/** `answer` is what it does with a request that has been read whole. */
export async function startCollector(
  answer: (response: ServerResponse) => void = (response) => void response.writeHead(200).end('{}'),
): Promise<Collector> {
  const [spans, texts, asked] = [[] as CollectedSpan[], [] as string[], [] as Collector['asked']]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      texts.push(text)
      asked.push({ path: request.url ?? '', headers: request.headers })
      spans.push(...spansOf(text))
      answer(response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    ...{ spans, texts, asked },
    async stop() {
      server.closeAllConnections()
      await new Promise((stopped) => server.close(stopped))
    },
  }
}

function spansOf(text: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: any[] }[] }[] }
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        links: span.links ?? [],
        attributes: Object.fromEntries(
          span.attributes.map(({ key, value }: { key: string; value: Value }) => [key, plain(value)]),
        ),
      })),
    ),
  )
}

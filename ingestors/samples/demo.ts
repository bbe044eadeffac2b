// The demo world's upstreams: one loopback server that answers every source's requests from that source's own sample.
import { createServer } from 'node:http'
import type { Clock } from '../../base/clock.ts'
import { discover } from '../../base/discover.ts'
import { messageOf } from '../../base/errors.ts'
import type { Sample } from '../define.ts'

export interface DemoUpstream {
  reroute(url: URL): URL
  stop(): Promise<void>
}

export function discoverSamples(): Promise<Map<string, Sample>> {
  return discover<Sample>(new URL('../sources/', import.meta.url), 'samples/sample.ts')
}

export async function startDemoUpstream(clock: Clock): Promise<DemoUpstream> {
  const samples = [...(await discoverSamples()).values()]
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://demo').searchParams.get('url')
    try {
      const url = new URL(asked ?? '')
      const answer = firstAnswer(samples, url, clock.now())
      response.writeHead(answer?.status ?? (answer ? 200 : 404), { 'content-type': answer?.type ?? 'text/plain' })
      response.end(answer?.body ?? `no sample answers ${url.host}${url.pathname}`)
    } catch (error) {
      response.writeHead(500).end(messageOf(error))
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return {
    reroute: (url) => new URL(`http://127.0.0.1:${port}/?url=${encodeURIComponent(url.href)}`),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

/** Each sample knows its own upstream; the others are not asked. */
function firstAnswer(samples: readonly Sample[], url: URL, at: Date) {
  for (const sample of samples) {
    const answer = sample.answer(url, at)
    if (answer !== null) return answer
  }
  return null
}

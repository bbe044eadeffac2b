// Recordings of sources made from their own samples, through the real client and the command's own writer.
import { capture } from '../../cli/record/capture.ts'
import { writeExchanges } from '../../cli/record/write.ts'
import { pollAt, sampleAnswer, sampledSources } from './sources.ts'
import { hasty, startUpstream } from './upstream.ts'

export async function recordSamples(folder: string, sources: readonly string[]): Promise<void> {
  for (const { ingestor, sample } of await sampledSources()) {
    if (!sources.includes(ingestor.source)) continue
    const upstream = await startUpstream(({ url }, response) => {
      const { type, body } = sampleAnswer(sample, url)
      response.writeHead(200, { 'content-type': type }).end(body)
    })
    const send: typeof fetch = (url, init) => fetch(`${upstream.address}/?url=${encodeURIComponent(String(url))}`, init)
    const { exchanges } = await capture(ingestor, {}, undefined, { upstream: send, at: pollAt, client: hasty })
    writeExchanges(folder, ingestor.source, exchanges, [])
    await upstream.stop()
  }
}

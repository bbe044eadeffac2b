// Every discovered source beside its sample, and one poll of it as the ingest role makes it.

import type { HttpClient } from '../../ingestors/client/http.ts'
import type { FetchContext, Ingestor, Sample, SampleAnswer } from '../../ingestors/define.ts'
import { discoverIngestors } from '../../ingestors/index.ts'
import { fetchValues } from '../../ingestors/poll.ts'
import { discoverSamples } from '../../ingestors/samples/demo.ts'

export interface SampledSource {
  readonly ingestor: Ingestor
  readonly sample: Sample
}

/** A Wednesday noon, long after the last working day's figures. */
export const pollAt = new Date('2026-11-18T12:00:00Z')
export const monthBefore = new Date('2026-10-20T00:00:00Z')

export async function sampledSources(): Promise<SampledSource[]> {
  const samples = await discoverSamples()
  return (await discoverIngestors()).map((ingestor) => {
    const sample = samples.get(ingestor.source)
    if (sample === undefined) throw new Error(`ingestors/sources/${ingestor.source} has no samples/sample.ts`)
    return { ingestor, sample }
  })
}

// Years of days take longer to make up than to read: of the samples that were asked last it is known what they said.
const answered = new Map<Sample, Map<string, SampleAnswer | null>>()
const mostAnswered = 24

/** As the sample says it at `pollAt`: the same answer to the same question. */
export function askSample(sample: Sample, url: URL): SampleAnswer | null {
  const known = answered.get(sample) ?? new Map<string, SampleAnswer | null>()
  answered.delete(sample)
  answered.set(sample, known)
  if (answered.size > mostAnswered) answered.delete(answered.keys().next().value!)
  if (!known.has(url.href)) known.set(url.href, sample.answer(url, pollAt))
  return known.get(url.href)!
}

export function sampleAnswer(sample: Sample, url: URL): SampleAnswer {
  const answer = askSample(sample, url)
  if (answer === null) throw new Error(`the sample has no answer for ${url.href}`)
  return answer
}

export function pollOnce(
  ingestor: Ingestor,
  http: HttpClient,
  since: Date | null,
  when: Partial<Pick<FetchContext, 'at' | 'newestByKey'>> = {},
): Promise<unknown[]> {
  const credentials = Object.fromEntries((ingestor.needs ?? []).map((name) => [name, 'a-key-for-tests']))
  return fetchValues(ingestor, { http, credentials }, { at: pollAt, since, ...when }, AbortSignal.timeout(30_000))
}

// Computes a service's rows from its sources' own samples, the way the runner would, without a database.
import { writeFile } from 'node:fs/promises'
import type { Topic } from '../../db/log/topic.ts'
import type { HttpClient } from '../../ingestors/client/http.ts'
import { refusal } from '../../ingestors/client/refusal.ts'
import type { FetchContext, Ingestor } from '../../ingestors/define.ts'
import { checkValues } from '../../ingestors/poll.ts'
import { discoverSamples } from '../../ingestors/samples/demo.ts'
import type { Fact, Selection, Service } from '../../processors/kit/define.ts'
import { createObservations, newestOf } from '../../processors/runner/observe.ts'

/** An http client that answers from the samples, in process. */
export async function sampleHttp(now: Date): Promise<HttpClient> {
  const samples = [...(await discoverSamples()).values()]
  const bodyOf = (url: string) => {
    const answer = samples.map((sample) => sample.answer(new URL(url), now)).find((candidate) => candidate !== null)
    if (answer === undefined || answer === null) throw new Error(`no sample answers ${url}`)
    if ((answer.status ?? 200) !== 200) throw refusal(new URL(url).host, answer.status!, null)
    return answer.body
  }
  return {
    text: async (url) => bodyOf(url) as string,
    bytes: async (url) => bodyOf(url) as Uint8Array,
    json: async (url) => JSON.parse(bodyOf(url) as string) as unknown,
    download: (url, path) => writeFile(path, bodyOf(url)),
    close: async () => undefined,
  }
}

export async function pollSample(ingestor: Ingestor, now: Date): Promise<unknown[]> {
  const http = await sampleHttp(now)
  const signal = new AbortController().signal
  // As a poll does: a part that the upstream refuses costs itself.
  const context: FetchContext = { http, at: now, since: null, signal, credential: () => undefined, setAside: () => undefined }
  return checkValues(ingestor, ingestor.parse(await ingestor.fetch(context), now), now)
}

export function toFacts(topic: Topic<any>, values: readonly unknown[]): Fact[] {
  return values.map((value, i) => ({
    topic: topic.name,
    key: topic.key(value),
    observedAt: topic.observedAt(value),
    revision: topic.revision(value),
    value,
    partition: 0,
    offset: BigInt(i),
  }))
}

export function select(facts: readonly Fact[], selections: readonly Selection[]): Fact[] {
  return selections.flatMap(({ topic, keys, days }) => {
    const own = facts.filter((fact) => fact.topic === topic.name && (keys === undefined || keys.includes(fact.key)))
    const newest = newestOf(own)?.getTime() ?? 0
    return own.filter((fact) => days === undefined || fact.observedAt.getTime() >= newest - days * 86_400_000)
  })
}

export function draftsOf(service: Service, facts: readonly Fact[], key: string) {
  const chosen = select(facts, service.selects(key))
  return service.compute(key, createObservations(chosen), newestOf(chosen)!)
}

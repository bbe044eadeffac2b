// What the sources that read contracts would put on their topics, by their own samples: a chain is not there to be asked.

import { discover } from '../../base/discover.ts'
import type { Topic } from '../../db/log/topic.ts'
import { discoverChainSources, discoverContractSources } from './reader.ts'

export async function sampleContractFacts(now: Date): Promise<Map<Topic<any>, unknown[]>> {
  const samples = await discover<(now: Date) => unknown[]>(new URL('../sources/', import.meta.url), 'samples/facts.ts')
  const sources = [...(await discoverContractSources()), ...(await discoverChainSources())]
  return new Map(sources.map(({ source, topic }) => [topic, samples.get(source)?.(now) ?? []]))
}

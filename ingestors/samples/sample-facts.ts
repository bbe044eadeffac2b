// What the sources without an upstream would put on their topics, by their own samples: a chain or a table is not there to be asked.

import { discover } from '../../base/discover.ts'
import type { Topic } from '../../db/log/topic.ts'
import { sampleContractFacts } from '../contracts/sample-facts.ts'
import { discoverIndexSources } from '../indexed/define.ts'
import sampleLiquidations from '../sources/liquidations/samples/facts.ts'
import { liquidationDays, liquidationGaps, liquidationMinutes } from '../sources/liquidations/topic.ts'

/** `asked`: a source and the key of it that somebody wants. */
export async function sampleAskedFacts(
  now: Date,
  asked: { readonly source: string; readonly key: string } | null = null,
): Promise<Map<Topic<any>, unknown[]>> {
  const facts = await sampleContractFacts(now)
  const samples = await discover<(now: Date, keys: readonly string[]) => unknown[]>(
    new URL('../sources/', import.meta.url),
    'samples/searches.ts',
  )
  for (const { source, topic, prefetched } of await discoverIndexSources())
    facts.set(topic, samples.get(source)?.(now, asked?.source === source ? [asked.key] : prefetched) ?? [])
  const { minutes, days, gaps } = sampleLiquidations(now)
  return facts.set(liquidationMinutes, minutes).set(liquidationDays, days).set(liquidationGaps, gaps)
}

// Every row of the cascade service for chains of seeded borrowers, made in memory.
import type { SignalRow } from '../../../db/rows/signals.ts'
import service from '../../../processors/services/cascade/service.ts'
import { createMemoryStore } from '../memory-store.ts'
import { toRecords } from '../sample-records.ts'
import { seededFacts } from './seeded-facts.ts'

export function cascadeRows(chainIds: readonly number[]): SignalRow[] {
  const store = createMemoryStore(service)
  for (const chainId of chainIds) {
    const records = toRecords(seededFacts({ seed: chainId, chainId, borrowers: 30 }))
    for (const [topic, batch] of Map.groupBy(records, (one) => one.topic))
      store.apply(
        topic,
        batch.map((one) => one.record),
      )
  }
  return [...store.rows.values()]
}

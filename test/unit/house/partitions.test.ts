// A key whose facts may be removed stays in its partition: what was said of it before is compared with what comes by offsets alone.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Topic } from '../../../db/log/topic.ts'

const sources = fileURLToPath(new URL('../../../ingestors/sources/', import.meta.url))

// Whoever wants another number gives the topic a new name (`.v2`), which begins empty: in a partition of lower offsets a fact would count
// as said before its key's removal, and the old partition would keep the newest of a key that is gone.
const known: Record<string, number> = {
  'aave-v3.emode.v1': 1,
  'aave-v3.position.v1': 12,
  'aave-v3.reserve.v1': 1,
  'compound-v3.market.v1': 1,
  'compound-v3.position.v1': 12,
  'defillama.protocols.v1': 1,
  'dex-depth.quotes.v1': 1,
  'euler-v2.market.v1': 1,
  'euler-v2.position.v1': 12,
  'fluid.market.v1': 1,
  'fluid.position.v1': 12,
  'morpho-blue.market.v1': 1,
  'morpho-blue.position.v1': 12,
  'oracle-prices.price.v1': 1,
}

test('compacted topics have as many partitions as they began with', async () => {
  const compacted: Record<string, number> = {}
  for (const file of globSync('*/topic.ts', { cwd: sources })) {
    const exported: object = await import(`${sources}${file}`)
    for (const topic of Object.values(exported) as Partial<Topic>[])
      if (topic?.retention?.compact === true) compacted[topic.name!] = topic.partitions!
  }
  expect(compacted).toEqual(known)
})

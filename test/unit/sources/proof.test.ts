// How the shape of each source is known is said by all of them, in words that can be counted.
import { expect, test } from 'vitest'
import { discoverTopics } from '../../../cli/topics/known.ts'
import { discoverFollowers } from '../../../ingestors/chains/start.ts'
import { discoverChainSources, discoverContractSources } from '../../../ingestors/contracts/reader.ts'
import { discoverIngestors } from '../../../ingestors/index.ts'
import { discoverIndexSources } from '../../../ingestors/indexed/define.ts'

const sources = [
  ...(await discoverIngestors()),
  ...(await discoverContractSources()),
  ...(await discoverChainSources()),
  ...(await discoverIndexSources()),
  ...(await discoverFollowers()),
]

test('every source says how its shape is known', () => {
  const unsaid = sources.filter(({ proof }) => !/^(?:captured 20\d\d-\d\d(?:-\d\d)?|documented|guessed)$/.test(proof))
  expect(unsaid.map(({ source }) => source)).toEqual([])
})

test('what nobody has seen is not called captured', () => {
  const proofs = new Map(sources.map(({ source, proof }) => [source, proof]))
  expect(proofs.get('treasury-yields')).toBe('captured 2026-10-10')
  // Of California's operator the fuels were seen and of MISO's too, of either's other feeds only rows or what their readers say.
  expect(proofs.get('miso-grid')).toBe('documented')
  expect(proofs.get('caiso-grid')).toBe('documented')
  expect(sources.filter(({ proof }) => proof === 'guessed').map(({ source }) => source)).toEqual([])
})

test('every topic that a source writes carries its proof', async () => {
  const known = await discoverTopics()
  const bare = known.filter(
    ({ writers, proofs }) => sources.some(({ source }) => writers.includes(source)) && proofs.length === 0,
  )
  expect(bare.map(({ topic }) => topic.name)).toEqual([])
})

// Which sources run: all in the demo, and in the live world those whose licence and credentials allow it.
import Type from 'typebox'
import { expect, test } from 'vitest'
import { loadConfig } from '../../../app/config/index.ts'
import { defineTopic } from '../../../db/log/topic.ts'
import { defineIngestor, type LicenceGrade } from '../../../ingestors/define.ts'
import { chooseIngestors, discoverIngestors, offSourcesOf, sourceNames, sourcesHere } from '../../../ingestors/index.ts'
import { testOrigin } from '../../support/topics.ts'

const topic = defineTopic({
  name: 'test.choice.v1',
  origin: testOrigin,
  schema: Type.Object({}),
  retention: { days: 1 },
  key: () => 'k',
  observedAt: () => new Date(0),
})
const source = (name: string, grade: LicenceGrade, needs: readonly string[] = []) =>
  defineIngestor({
    source: name,
    topic,
    schedule: '0 0 * * *',
    grade,
    proof: 'documented',
    needs,
    fetch: async () => null,
    parse: () => [],
  })
const all = [source('a', 'A'), source('b', 'B'), source('c', 'C'), source('d', 'D'), source('keyed', 'A', ['X_API_KEY'])]
const namesOn = (config: Parameters<typeof chooseIngestors>[1]) => chooseIngestors(all, config).on.map((one) => one.source)

test('the demo runs all, with no key', () => {
  expect(namesOn({ world: 'demo', keys: {}, enabledSources: [], onlySources: [] })).toEqual(['a', 'b', 'c', 'd', 'keyed'])
})

test('the live world runs what is free to sell, and says why not the rest', () => {
  const { on, off } = chooseIngestors(all, { world: 'live', keys: {}, enabledSources: [], onlySources: [] })
  expect(on.map((one) => one.source)).toEqual(['a', 'b'])
  expect([...off.keys()]).toEqual(['c', 'd', 'keyed'])
  expect(off.get('keyed')).toContain('X_API_KEY')
  expect(off.get('c')).toContain('ENABLE_SOURCES')
})

test('a key and a name switch a source on', () => {
  expect(namesOn({ world: 'live', keys: { X_API_KEY: 'k' }, enabledSources: ['c'], onlySources: [] })).toEqual([
    'a',
    'b',
    'c',
    'keyed',
  ])
})

test('what any source needs is a name that the environment is read for', async () => {
  const needed = [...new Set((await discoverIngestors()).flatMap((ingestor) => ingestor.needs ?? []))]
  expect(needed.length).toBeGreaterThan(0)
  const { keys } = loadConfig(Object.fromEntries(needed.map((name) => [name, 'given'])))
  expect(Object.keys(keys).sort()).toEqual(needed.sort())
})

test('no other source is polled where some are named', () => {
  const { on, off } = chooseIngestors(all, { world: 'demo', keys: {}, enabledSources: [], onlySources: ['b'] })
  expect(on.map((ingestor) => ingestor.source)).toEqual(['b'])
  expect(off.get('a')).toContain('ONLY_SOURCES')
  expect(() => namesOn({ world: 'demo', keys: {}, enabledSources: [], onlySources: ['b', 'z'] })).toThrow('ONLY_SOURCES names z')
  expect(() => namesOn({ world: 'live', keys: {}, enabledSources: ['c', 'cc'], onlySources: [] })).toThrow(
    'ENABLE_SOURCES names cc',
  )
})

test('a source of any kind may be named: polled, a contract, a chain, an index or a stream', async () => {
  const names = ['treasury-yields', 'bybit-liquidations', 'evm-transfers', 'sourcify', 'evm-token']
  const config = loadConfig({ ONLY_SOURCES: names.join(), ENABLE_SOURCES: 'binance-liquidations,cbr-metals' }, { serves: false })
  expect(await sourceNames()).toEqual(expect.arrayContaining(names))
  const off = await offSourcesOf(config)
  expect([off.has('treasury-yields'), off.has('nyfed-rates')]).toEqual([false, true])
  expect((await sourcesHere(config)).find(({ source }) => source === 'treasury-yields')).toMatchObject({ off: null })
  for (const setting of ['ONLY_SOURCES', 'ENABLE_SOURCES'])
    await expect(offSourcesOf(loadConfig({ [setting]: 'byebit' }, { serves: false }))).rejects.toThrow(`${setting} names byebit`)
})

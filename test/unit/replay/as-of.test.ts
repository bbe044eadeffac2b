// What a backfill takes for known of the real series behind rates, and the words and figures of its command.
import { expect, test } from 'vitest'
import type { Told } from '../../../cli/replay/as-of-columns.ts'
import { readRange, readSpan } from '../../../cli/replay/as-of-range.ts'
import { compareHistories, expectField } from '../../../cli/replay/hits.ts'
import { endsOf, readKnown, sweep } from '../../../processors/replay/as-of.ts'
import { replayService } from '../../../processors/replay/replay.ts'
import rates from '../../../processors/services/rates/service.ts'
import { createMemoryLog } from '../../support/memory-log.ts'
import { sampleValues, toRecords } from '../../support/sample-records.ts'

const dayMs = 86_400_000

test('rates on a day of 2015 are those of the curve up to the day before and of spreads told 75 days after their month', async () => {
  const values = [...(await sampleValues(rates))].map(([topic, all]) => {
    // Series of other services, and decades that say nothing of this, would only take time.
    const isOwn = (value: any) => topic.name !== 'fred.observations.v1' || value.series === 'BAA10Y'
    const own = all.filter(
      (value) =>
        isOwn(value) && topic.observedAt(value) > new Date('2012-01-01') && topic.observedAt(value) < new Date('2016-01-01'),
    )
    return [topic, own] as const
  })
  const records = toRecords(new Map(values))
  const knownAt = new Map<string, number>(
    values.flatMap(([topic, own]) =>
      own.map((value, offset) => {
        const days = topic.name === 'fed.excess-bond-premium.v1' ? 75 : 1
        return [`${topic.name} ${offset}`, topic.observedAt(value).getTime() + days * dayMs] as const
      }),
    ),
  )
  const log = createMemoryLog(records)
  const { changes, counts } = await readKnown({ log, service: rates, by: 'told', ends: await endsOf(log, rates) })
  expect(counts.find(({ topic }) => topic === 'treasury.par-yields.v1')).toMatchObject({ delayDays: 1 })
  expect(counts.find(({ topic }) => topic === 'fed.excess-bond-premium.v1')).toMatchObject({ delayDays: 75 })
  const moments = [new Date('2015-03-31T00:00:00Z'), new Date('2015-04-01T00:00:00Z')]
  for (const { at, rows } of sweep([rates], changes, moments)) {
    const known = records.filter(({ topic, record }) => knownAt.get(`${topic.name} ${record.offset}`)! <= at.getTime())
    const again = await replayService({ log: createMemoryLog(known), service: rates, from: null, to: null, computedAt: at })
    expect(again.rows).toHaveLength(1)
    expect(rows[0]!.map(({ body, meta }) => ({ body, meta }))).toEqual(again.rows.map(({ body, meta }) => ({ body, meta })))
    expect(rows[0]![0]!.observedAt.getTime()).toBeLessThan(at.getTime())
  }
})

test('a range is read as written, and one that is reversed, of the future or no range is refused with what to write', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(readRange('2026-01-30..2026-02-02', undefined, now).moments.map((at) => at.toISOString().slice(0, 10))).toEqual([
    '2026-01-30',
    '2026-01-31',
    '2026-02-01',
    '2026-02-02',
  ])
  expect(readRange('2026-11-23..2026-11-23T12:00:00Z', '6h', now).moments).toHaveLength(3)
  expect(() => readRange('2026-02-02..2026-01-30', '1d', now)).toThrow('turn it round: 2026-01-30..2026-02-02')
  expect(() => readRange('2026-02-02..2027-01-30', '1d', now)).toThrow('ends after now')
  for (const wrong of ['2026-02-02', '..', '2026-02-02..', 'a..b', '2026-02-30..2026-03-03', true])
    expect(() => readRange(wrong, '1d', now)).toThrow('--as-of')
  for (const wrong of ['0d', '1', 'd', '1mo', '-1d', '100000d']) expect(() => readSpan(wrong, 'step')).toThrow('--step')
  expect(() => readRange('1900-01-01..2026-01-01', '1h', now)).toThrow('longer --step')
})

test('hit rates, agreement and steadiness of two histories are those counted by hand', () => {
  const world = [1, 2, 1, 1, 3]
  const history = (formula: string, scores: readonly (number | null)[]): Told[] =>
    scores.map((score, n) => ({
      at: n * dayMs,
      formula,
      name: '/r k',
      label: score !== null && score > 0 ? 'up' : 'down',
      score,
      outcome: world[n]!,
    }))
  const told = [...history('a/1', [10, 20, -30, 40, 50]), ...history('b', [10, -20, -30, 0])]
  const [one] = compareHistories(told, ['a/1', 'b'], { direction: 'rise', field: 'x' }, dayMs)
  expect(one).toMatchObject({
    row: '/r k',
    both: 4,
    onlyFirst: 1,
    onlySecond: 0,
    sameLabel: { hits: 2, of: 4 },
    meanDifference: 20,
    largest: { at: dayMs, first: 20, second: -20 },
  })
  // The world rises, falls, stands still (which counts for nobody) and rises.
  expect(one!.records[0]).toMatchObject({ held: { hits: 2, of: 4 }, hit: { hits: 2, of: 3 }, always: { hits: 2, of: 3 } })
  // A score of 0 says nothing.
  expect(one!.records[1]).toMatchObject({ held: { hits: 1, of: 3 }, hit: { hits: 2, of: 2 }, always: { hits: 1, of: 2 } })
  const fall = compareHistories(told, ['a/1', 'b'], { direction: 'fall', field: 'x' }, dayMs)[0]!
  expect(fall.records[0]!.hit).toEqual({ hits: 1, of: 3 })
})

test('a field that no row has is told, and no hit rate is made of it', () => {
  const told: Told = { at: 0, formula: 'a/1', name: '/rates us', label: 'up', score: 1, outcome: null }
  const wanted = { direction: 'rise', field: 'yields.10yr' } as const
  expect(() => expectField('rates', [told, told], wanted)).toThrow(
    'no row has a number at yields.10yr; npm run explain -- rates/rates',
  )
  expect(() => expectField('rates', [told, { ...told, outcome: 4.1 }], wanted)).not.toThrow()
  expect(() => expectField('rates', [], wanted)).not.toThrow()
})

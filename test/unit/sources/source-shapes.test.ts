// The shapes of sources: a row, a table or an id that cannot be read costs itself and is counted; too many of them cost the poll.
import Type from 'typebox'
import { expect, test } from 'vitest'
import { TollgateError } from '../../../base/errors.ts'
import type { HttpClient } from '../../../ingestors/client/http.ts'
import { toIsoDate, toNumber } from '../../../ingestors/formats/csv.ts'
import { pollUpstream } from '../../../ingestors/poll.ts'
import { fromDay } from '../../../ingestors/shapes/range.ts'
import { csvSource } from '../../../ingestors/shapes/tables.ts'
import { dailySeries } from '../../../ingestors/shapes/topics.ts'

const at = new Date('2026-11-18T12:00:00Z')
const origin = { id: 'x', name: 'x', url: '', licence: '', attribution: '' }
const topic = dailySeries(
  'x.levels.v1',
  origin,
  { series: Type.String(), value: Type.Number() },
  { key: (value) => value.series },
)

const source = (ids: readonly string[]) =>
  csvSource({
    source: 'x',
    topic,
    schedule: '* * * * *',
    grade: 'A',
    proof: 'documented',
    tables: () => ids.map((id) => ({ id, url: id })),
    columns: ['date', 'value'],
    row: (row, series) => ({ series, date: toIsoDate(row.date!), value: toNumber(row.value)! }),
  })

function poll(answers: Readonly<Record<string, string | Error>>) {
  const text = async (url: string) => {
    const answer = answers[url]!
    if (answer instanceof Error) throw answer
    return answer
  }
  const http = { text } as unknown as HttpClient
  return pollUpstream(source(Object.keys(answers)), { http, credentials: {} }, { at, since: null }, new AbortController().signal)
}

const days = (count: number, odd: readonly string[] = []) =>
  ['date,value', ...Array.from({ length: count }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')},${i}`), ...odd].join('\n')

test('a row that is no row is set aside with its reason, and the others are stamped with the time they were seen', async () => {
  const { values, aside } = await poll({ a: days(20, ['soon,7', '2026-11-02,many', '2031-01-01,3']) })
  expect(values).toHaveLength(20)
  expect(values[0]).toEqual({ series: 'a', date: '2026-10-01', value: 0, vintage: at.toISOString() })
  expect(aside.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('"soon" is not a date'),
    expect.stringContaining('"many" is not a number'),
    expect.stringContaining('of the future'),
  ])
})

test('a dead id and a table of another shape cost themselves, not the other tables', async () => {
  const gone = new TollgateError('upstream_refused', 'x answered 404')
  const { values, aside } = await poll({ a: days(20), b: gone, c: 'another,header\n1,2\n' })
  expect(values).toHaveLength(20)
  expect(aside.map(({ what }) => what)).toEqual(['b', 'c'])
})

test('who refuses eleven tables one after another is not asked for the other hundred', async () => {
  const asked: string[] = []
  const gone = new TollgateError('upstream_refused', 'x answered 403')
  const ids = Array.from({ length: 100 }, (_, i) => `t${i}`)
  const pollAll = (answer: (url: string) => string) => {
    const text = async (url: string) => {
      asked.push(url)
      return answer(url)
    }
    const http = { text } as unknown as HttpClient
    return pollUpstream(source(ids), { http, credentials: {} }, { at, since: null }, new AbortController().signal)
  }
  const refuse = (): string => {
    throw gone
  }
  await expect(pollAll(refuse)).rejects.toMatchObject({ code: 'upstream_refused' })
  expect(asked).toHaveLength(11)
  // One that answers among them shows that it is the tables that are gone.
  asked.length = 0
  await pollAll((url) => (url === 't5' ? days(20) : refuse())).catch(() => undefined)
  expect(asked).toHaveLength(100)
})

test('a table that is away costs itself, and the poll where it is all there is', async () => {
  const away = new TollgateError('upstream_unavailable', 'x answered 503', { retryable: true })
  const { values, isPartial } = await poll({ a: days(20), b: away })
  expect([values.length, isPartial]).toEqual([20, true])
  await expect(poll({ a: away, b: away })).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('more than a fifth set aside, or nothing left, is an upstream that has changed', async () => {
  await expect(poll({ a: days(8, ['x,1', 'y,2', 'z,3']) })).rejects.toThrow(/3 of 11 entries cannot be read; the first, .*"x"/)
  await expect(poll({ a: 'date,value\nx,1\n' })).rejects.toMatchObject({ code: 'upstream_changed' })
  await expect(poll({ a: 'another,header\n1,2\n' })).rejects.toThrow('columns are missing: date, value')
})

test('the first poll asks for all, a later one for what may be revised', () => {
  const reach = { first: '2012-01-01', revisableDays: 14 }
  expect(fromDay({ at, since: null }, reach)).toBe('2012-01-01')
  expect(fromDay({ at, since: new Date('2026-11-15T00:00:00Z') }, reach)).toBe('2026-11-01')
  expect(fromDay({ at, since: null }, { first: 30, revisableDays: 14 })).toBe('2026-10-19')
})

// What a value is known again by: all it says but what changes on every fetch, wherever that stands.
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { defineTopic } from '../../../db/log/topic.ts'
import { seenValue } from '../../../ingestors/poll.ts'

const origin = { id: 'a', name: 'A', url: 'https://a.example/', licence: 'none', attribution: 'A' }
const topicOf = (volatile: readonly string[]) =>
  defineTopic({
    name: 'a.facts.v1',
    origin,
    schema: Type.Any(),
    retention: { days: 1 },
    key: () => 'all',
    observedAt: () => new Date(0),
    volatile: volatile as never,
  })
const hashOf = (value: unknown, ...volatile: string[]) => seenValue(topicOf(volatile), value).contentHash
const plain = (text: string) => createHash('sha256').update(text).digest('base64url')

test('a volatile member is left out where it stands, and deeper', () => {
  const value = { day: '2026-11-18', n: 1, vintage: 'x', parts: [{ n: 2, vintage: 'y' }] }
  expect(hashOf(value)).toBe(plain(JSON.stringify(value)))
  expect(hashOf(value, 'vintage')).toBe(plain('{"day":"2026-11-18","n":1,"parts":[{"n":2}]}'))
  expect(hashOf({ n: 1, vintage: 'x' }, 'vintage')).toBe(plain('{"n":1}'))
  expect(hashOf({ n: 1, vintage: 'x', read: 'y' }, 'vintage', 'read')).toBe(plain('{"n":1}'))
})

test('a text that looks like one is no member', () => {
  const value = { said: '"vintage":', vintage: 'x' }
  expect(hashOf(value, 'vintage')).toBe(plain(JSON.stringify({ said: '"vintage":' })))
})

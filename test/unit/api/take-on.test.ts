// Work that a caller asks for while the log is away: he is told soon, as of something that passes.
import Type from 'typebox'
import { expect, test } from 'vitest'
import { documentOf, toTollgateError } from '../../../api/errors.ts'
import { takeOn } from '../../../api/take-on.ts'
import { TollgateError } from '../../../base/errors.ts'
import { defineTopic } from '../../../db/log/topic.ts'
import { testOrigin } from '../../support/topics.ts'

const topic = defineTopic({
  name: 'test.asked.v1',
  origin: testOrigin,
  schema: Type.Object({ key: Type.String() }),
  retention: { days: 7 },
  key: ({ key }) => key,
  observedAt: () => new Date(0),
})
const asking = (append: () => Promise<void>) => takeOn({ append }, topic, { key: 'a' }, 20).catch((error) => error)
const told = async (append: () => Promise<void>) => documentOf(toTollgateError(await asking(append))).error

test.each([
  ['that refuses', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:9092'))],
  ['that says nothing', () => new Promise<void>(() => undefined)],
])('of a log %s nobody hears more than when to come back', async (_, append) => {
  expect(await told(append)).toEqual({
    code: 'log_unavailable',
    message: 'New work cannot be taken on right now; repeat the same request in a moment. Nothing was charged.',
    retry_after: 5,
  })
})

test('what no log would take is told as that', async () => {
  const tooLarge = new TollgateError('record_too_large', 'too large')
  expect(await asking(() => Promise.reject(tooLarge))).toBe(tooLarge)
})

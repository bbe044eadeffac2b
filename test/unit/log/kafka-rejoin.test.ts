// A worker of a Kafka group that cannot join tries on, and says so once.
import { EventEmitter } from 'node:events'
import type { Kafka } from 'kafkajs'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { consumeKafka } from '../../../db/log/kafka/consume.ts'
import { tickTopic } from '../../support/counter.ts'
import { until } from '../../support/until.ts'

test('what keeps it from joining is told once, with the right that may be missing', async () => {
  let tries = 0
  const refusal = Object.assign(new Error('Failed to find group coordinator'), { name: 'KafkaJSGroupCoordinatorNotFound' })
  const consumer = () =>
    Object.assign(new EventEmitter(), {
      events: { CRASH: 'crash', GROUP_JOIN: 'join' },
      async connect() {
        tries++
        throw refusal
      },
      disconnect: async () => undefined,
    })
  const lines: string[] = []
  const end = new AbortController()
  const consuming = consumeKafka(
    { consumer } as unknown as Kafka,
    pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    new Map(),
    {
      group: 'kept-out',
      topics: [tickTopic('kept-out', 1)],
      signal: end.signal,
      from: async () => null,
      onBatch: async () => undefined,
    },
  )
  await until('it has tried again', () => tries >= 2)
  end.abort()
  await consuming
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { group: 'kept-out', reason: expect.stringContaining('`Read`'), msg: 'kafka consumer failed; joining again' },
  ])
})

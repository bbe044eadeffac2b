// Replays a range of a Kafka topic as an async iterable, through a throw-away group because kafkajs has no plain assignment.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Admin, Kafka } from 'kafkajs'
import type { Logger } from 'pino'
import { messageOf, TollgateError } from '../../../base/errors.ts'
import type { Bounds, LogRecord, Range } from '../port.ts'
import { clipRange } from '../range.ts'
import type { Topic } from '../topic.ts'
import { toRecord } from './consume.ts'

export interface KafkaReadContext {
  readonly kafka: Kafka
  readonly admin: Admin
  readonly logger: Logger
  bounds(topic: string): Promise<Bounds[]>
}

interface Progress {
  next: bigint
  readonly to: bigint
}

const stalledMs = 30_000
const sessionMs = 300_000

export async function* readKafka(
  context: KafkaReadContext,
  topic: Topic<any>,
  range: Range,
  signal?: AbortSignal,
): AsyncGenerator<LogRecord> {
  const spans = new Map<number, Progress>()
  for (const bounds of await context.bounds(topic.name)) {
    const { from, to } = clipRange(range, bounds)
    if (from < to) spans.set(bounds.partition, { next: from, to })
  }
  if (spans.size === 0) return
  const groupId = `tollgate-read-${randomUUID()}`
  const consumer = context.kafka.consumer({
    groupId,
    sessionTimeout: sessionMs,
    maxWaitTimeInMs: 100,
    maxBytesPerPartition: 4_194_304,
  })
  const handover = createHandover<LogRecord[]>()
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [topic.name], fromBeginning: true })
    consumer.on(consumer.events.GROUP_JOIN, () => {
      for (const [partition, span] of spans) consumer.seek({ topic: topic.name, partition, offset: span.next.toString() })
    })
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: async ({ batch, isStale }) => {
        const span = spans.get(batch.partition)
        if (span === undefined || isStale()) return
        const wanted = batch.messages.filter((message) => BigInt(message.offset) >= span.next && BigInt(message.offset) < span.to)
        span.next = BigInt(batch.lastOffset()) + 1n
        if (wanted.length > 0) await handover.give(wanted.map((message) => toRecord(topic.name, batch.partition, message)))
        handover.poke()
      },
    })
    const isDone = () => [...spans.values()].every((span) => span.next >= span.to)
    for (;;) {
      signal?.throwIfAborted()
      const chunk = await handover.take(isDone)
      if (chunk === null) return
      yield* chunk
    }
  } finally {
    handover.close()
    await consumer.disconnect()
    await context.admin
      .deleteGroups([groupId])
      .catch((error) => context.logger.debug({ reason: messageOf(error) }, 'read group stays until it expires'))
  }
}

// Hands chunks from the consumer to the iterator one at a time, so that a slow reader holds the fetch back.
function createHandover<T>() {
  const waiting: { value: T; taken: () => void }[] = []
  let arrived = Promise.withResolvers<void>()
  let closed = false
  const poke = () => {
    arrived.resolve()
    arrived = Promise.withResolvers()
  }
  return {
    poke,
    give(value: T): Promise<void> {
      if (closed) return Promise.resolve()
      return new Promise((taken) => {
        waiting.push({ value, taken })
        poke()
      })
    },
    async take(isDone: () => boolean): Promise<T | null> {
      for (;;) {
        const next = waiting.shift()
        if (next !== undefined) {
          next.taken()
          return next.value
        }
        if (isDone()) return null
        const heard = await Promise.race([arrived.promise.then(() => true), wait(stalledMs, false, { ref: false })])
        if (!heard)
          throw new TollgateError('log_unavailable', `Kafka sent nothing for ${stalledMs / 1000} s while records were due.`, {
            retryable: true,
          })
      }
    },
    close() {
      closed = true
      for (const { taken } of waiting.splice(0)) taken()
    },
  }
}

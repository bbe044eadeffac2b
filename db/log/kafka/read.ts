// Replays ranges of Kafka topics as an async iterable, through one throw-away group because kafkajs has no plain assignment.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Admin, Kafka } from 'kafkajs'
import type { Logger } from 'pino'
import { messageOf, TollgateError } from '../../../base/errors.ts'
import type { Bounds, LogRecord, RangeOf } from '../port.ts'
import { clipRange } from '../range.ts'
import { toRecord } from './consume.ts'
import { sayRights } from './rights.ts'
import { longestAnswerMs } from './sockets.ts'

export interface KafkaReadContext {
  readonly kafka: Kafka
  readonly admin: Admin
  readonly logger: Logger
  boundsOf(topics: readonly string[]): Promise<ReadonlyMap<string, readonly Bounds[]>>
}

interface Progress {
  readonly topic: string
  readonly partition: number
  next: bigint
  readonly to: bigint
}

const stalledMs = 30_000
const sessionMs = 300_000

export async function* readKafka(
  context: KafkaReadContext,
  wanted: readonly RangeOf[],
  signal?: AbortSignal,
): AsyncGenerator<LogRecord> {
  const bounds = await context.boundsOf(wanted.map(({ topic }) => topic.name))
  const spans = wanted.flatMap(({ topic: { name: topic }, range }) =>
    (bounds.get(topic) ?? []).flatMap((own): Progress[] => {
      const { from, to } = clipRange(range, own)
      return from < to ? [{ topic, partition: own.partition, next: from, to }] : []
    }),
  )
  if (spans.length === 0) return
  const spanOf = (topic: string, partition: number) => spans.find((span) => span.topic === topic && span.partition === partition)
  const topics = [...new Set(spans.map(({ topic }) => topic))]
  // Fetched all the same, and thrown away, were they not held.
  const others = topics.flatMap((topic) => {
    const partitions = bounds
      .get(topic)!
      .map(({ partition }) => partition)
      .filter((partition) => !spanOf(topic, partition))
    return partitions.length === 0 ? [] : [{ topic, partitions }]
  })
  const groupId = `tollgate-read-${randomUUID()}`
  const consumer = context.kafka.consumer({
    groupId,
    sessionTimeout: sessionMs,
    rebalanceTimeout: longestAnswerMs,
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
    maxBytesPerPartition: 4_194_304,
  })
  const handover = createHandover<LogRecord[]>()
  try {
    await consumer.connect()
    await consumer.subscribe({ topics, fromBeginning: true })
    consumer.on(consumer.events.GROUP_JOIN, () => {
      for (const { topic, partition, next } of spans) consumer.seek({ topic, partition, offset: next.toString() })
      if (others.length > 0) consumer.pause(others)
    })
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) handover.fail(sayRights(payload.error, { group: groupId, topics }))
    })
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: async ({ batch, isStale, pause }) => {
        const span = spanOf(batch.topic, batch.partition)
        if (span === undefined || isStale()) return
        const due = batch.messages.filter((message) => BigInt(message.offset) >= span.next && BigInt(message.offset) < span.to)
        span.next = BigInt(batch.lastOffset()) + 1n
        if (span.next >= span.to) pause()
        if (due.length > 0) await handover.give(due.map((message) => toRecord(batch.topic, batch.partition, message)))
        handover.poke()
      },
    })
    const isDone = () => spans.every((span) => span.next >= span.to)
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
  let failure: { readonly error: unknown } | null = null
  const poke = () => {
    arrived.resolve()
    arrived = Promise.withResolvers()
  }
  return {
    poke,
    fail(error: unknown) {
      failure = { error }
      poke()
    },
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
        if (failure !== null) throw failure.error
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

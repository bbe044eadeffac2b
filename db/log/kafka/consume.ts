// One worker of a Kafka group: where it reads from is our database's word; Kafka's own commit is only a hint for its tools.
import { setTimeout as wait } from 'node:timers/promises'
import kafkajs, { type Batch, type Consumer, type EachBatchPayload, type Kafka, type KafkaMessage } from 'kafkajs'
import type { Logger } from 'pino'
import { messageOf, TollgateError } from '../../../base/errors.ts'
import { createSeldom } from '../../../base/seldom.ts'
import { type ConsumeOptions, type LogRecord, WentBack } from '../port.ts'
import { sayRights } from './rights.ts'
import { longestAnswerMs } from './sockets.ts'

const concurrentPartitions = 4
const heartbeatMs = 1_500
const commitHintMs = 1_000
const soonestAgainMs = 1_000
const latestAgainMs = 5_000
const defaultMaxRecords = 10_000
const earliest = '-2'

interface Place {
  readonly from: Promise<bigint | null | undefined>
  /** Behind the last record that was handed on since. */
  reached: bigint
}

export type HeldPartitions = Map<string, ReadonlySet<string> | null>

export async function consumeKafka(
  kafka: Kafka,
  logger: Logger,
  holdings: HeldPartitions,
  options: ConsumeOptions,
): Promise<void> {
  const { group } = options
  holdings.set(group, null)
  try {
    await joinUntilAborted(kafka, logger, holdings, options)
  } finally {
    holdings.delete(group)
  }
}

async function joinUntilAborted(kafka: Kafka, logger: Logger, holdings: HeldPartitions, options: ConsumeOptions): Promise<void> {
  const { signal, group } = options
  const isNews = createSeldom()
  let delayMs = soonestAgainMs
  while (!signal.aborted) {
    const consumer = kafka.consumer({
      groupId: group,
      sessionTimeout: 6_000,
      rebalanceTimeout: longestAnswerMs,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: 250,
      // Where the broker may make topics by itself, one that is deleted came back with the broker's own settings.
      allowAutoTopicCreation: false,
      retry: { initialRetryTime: 100, retries: 8, maxRetryTime: 5_000, restartOnFailure: async () => true },
    })
    const failed = await runOnce(consumer, logger, holdings, options)
    if (holdings.get(group) !== null) delayMs = soonestAgainMs
    holdings.set(group, null)
    await consumer.disconnect().catch((error) => logger.debug({ reason: messageOf(error) }, 'consumer was already gone'))
    if (failed instanceof TollgateError && failed.code === 'log_offset_out_of_range') throw failed
    if (failed !== null && !signal.aborted) {
      const reason = messageOf(sayRights(failed, { group, topics: options.topics.map(({ name }) => name) }))
      if (isNews(reason)) logger.warn({ group, reason, retryInMs: delayMs }, 'kafka consumer failed; joining again')
      await wait(delayMs, undefined, { signal }).catch(() => undefined)
      delayMs = Math.min(delayMs * 2, latestAgainMs)
    }
  }
}

async function runOnce(consumer: Consumer, logger: Logger, holdings: HeldPartitions, options: ConsumeOptions): Promise<unknown> {
  const { signal } = options
  const places = new Map<string, Place>()
  const ended = Promise.withResolvers<unknown>()
  const stop = () => ended.resolve(null)
  const give = (topic: string, partition: number) =>
    void places.set(`${topic}/${partition}`, { from: seekToStored(consumer, options, topic, partition), reached: 0n })
  signal.addEventListener('abort', stop, { once: true })
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) ended.resolve(payload.error)
  })
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    places.clear()
    for (const [topic, partitions] of Object.entries(payload.memberAssignment))
      for (const partition of partitions) give(topic, partition)
    holdings.set(options.group, new Set(places.keys()))
  })
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: options.topics.map((topic) => topic.name), fromBeginning: true })
    const hint = createCommitHint(consumer, logger)
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrentPartitions,
      eachBatch: async (payload) => {
        const place = places.get(`${payload.batch.topic}/${payload.batch.partition}`)
        const from = await place?.from
        // The seek made this fetch stale unless it started where our database says reading starts.
        if (place === undefined || from === undefined || payload.isStale()) return
        const { topic, partition } = payload.batch
        const cutOff = cutOffBehind(payload.batch, options.group, from !== null && from > place.reached ? from : place.reached)
        if (cutOff !== null) return ended.resolve(cutOff)
        await withHeartbeat(payload, () => handBatch(payload, options, { logger, hint, again: () => give(topic, partition) }))
        place.reached = BigInt(payload.batch.lastOffset()) + 1n
      },
    })
    if (signal.aborted) stop()
    return await ended.promise
  } catch (error) {
    return error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

// kafkajs begins at the oldest record where a log ends before the place that it is asked for; what is written there from now on would be
// passed over as read.
function cutOffBehind(
  { topic, partition, messages, highWatermark }: Batch,
  group: string,
  reached: bigint,
): TollgateError | null {
  if (BigInt(messages[0]!.offset) >= reached || BigInt(highWatermark) >= reached) return null
  return new TollgateError(
    'log_offset_out_of_range',
    `${group} has read ${topic}/${partition} up to ${reached}, but that log ends at ${highWatermark}: it lost records or was made anew. ` +
      `Restore it, or start over from what it holds: npm run offsets -- ${group} set --to 0 --topic ${topic} --yes`,
  )
}

/** undefined where the group was left meanwhile: whoever joins it next seeks anew. */
async function seekToStored(
  consumer: Consumer,
  options: ConsumeOptions,
  topic: string,
  partition: number,
): Promise<bigint | null | undefined> {
  let stored: bigint | null | undefined
  while (stored === undefined) {
    if (options.signal.aborted) return undefined
    stored = await options.from(topic, partition).catch(async () => {
      await wait(500)
      return undefined
    })
  }
  try {
    consumer.seek({ topic, partition, offset: stored === null ? earliest : stored.toString() })
  } catch (error) {
    // While it asked, it was stopped, or fell out and has not joined again; there is nothing to seek in.
    if (error instanceof kafkajs.KafkaJSNonRetriableError) return undefined
    throw error
  }
  return stored
}

async function handBatch(
  payload: EachBatchPayload,
  options: ConsumeOptions,
  { logger, hint, again }: { readonly logger: Logger; readonly hint: CommitHint; again(): void },
): Promise<void> {
  const { batch, isStale, isRunning } = payload
  const most = options.maxRecords ?? defaultMaxRecords
  const highOffset = BigInt(batch.highWatermark)
  for (let at = 0; at < batch.messages.length; at += most) {
    const messages = batch.messages.slice(at, at + most)
    const records = messages.map((message) => toRecord(batch.topic, batch.partition, message))
    let delayMs = 100
    const isNews = createSeldom()
    for (;;) {
      if (isStale() || !isRunning() || options.signal.aborted) return
      try {
        await options.onBatch({ topic: batch.topic, partition: batch.partition, records, highOffset })
        break
      } catch (error) {
        if (options.signal.aborted) return
        const reason = messageOf(error)
        if (error instanceof WentBack) {
          logger.warn({ group: options.group, reason }, 'the database has gone back: the log is read again from there')
          return again()
        }
        if (isNews(reason))
          logger.warn(
            { group: options.group, topic: batch.topic, reason, retryInMs: delayMs },
            'batch failed; the same batch again',
          )
        await wait(delayMs, undefined, { signal: options.signal }).catch(() => undefined)
        delayMs = Math.min(delayMs * 2, 5_000)
      }
    }
    payload.resolveOffset(messages.at(-1)!.offset)
    hint(batch.topic, batch.partition, records.at(-1)!.offset + 1n)
  }
}

export function toRecord(topic: string, partition: number, message: KafkaMessage): LogRecord {
  return {
    topic,
    partition,
    offset: BigInt(message.offset),
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? null,
    appendedAt: new Date(Number(message.timestamp)),
    trace: message.headers?.traceparent?.toString(),
  }
}

async function withHeartbeat(payload: EachBatchPayload, work: () => Promise<void>): Promise<void> {
  // A failed heartbeat means a rebalance; kafkajs finds that out by itself and isStale() tells us.
  const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), heartbeatMs)
  try {
    await work()
  } finally {
    clearInterval(beat)
  }
}

type CommitHint = (topic: string, partition: number, offset: bigint) => void

function createCommitHint(consumer: Consumer, logger: Logger): CommitHint {
  const pending = new Map<string, { topic: string; partition: number; offset: string }>()
  let due: NodeJS.Timeout | null = null
  const commit = () => {
    due = null
    const offsets = [...pending.values()]
    pending.clear()
    consumer.commitOffsets(offsets).catch((error) => logger.debug({ reason: messageOf(error) }, 'commit hint was refused'))
  }
  return (topic, partition, offset) => {
    pending.set(`${topic}/${partition}`, { topic, partition, offset: offset.toString() })
    if (due === null) due = setTimeout(commit, commitHintMs).unref()
  }
}

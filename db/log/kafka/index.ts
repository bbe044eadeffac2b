// The event log on Apache Kafka: explicit partitions, every replica acknowledges, positions come from our own database.
import { Kafka, logLevel, type SASLOptions } from 'kafkajs'
import type { Logger } from 'pino'
import { messageOf } from '../../../base/errors.ts'
import { encodeTombstones, encodeValues } from '../encode.ts'
import { gatherByTopic } from '../gather.ts'
import type { Bounds, Log } from '../port.ts'
import { tracedAppend } from '../traced-append.ts'
import { type AwsLogin, createAwsTokenSource } from './aws-token.ts'
import { boundsOfAll } from './bounds.ts'
import { consumeKafka, type HeldPartitions } from './consume.ts'
import { sendInPieces } from './in-pieces.ts'
import { askLeaders } from './leaders.ts'
import { createTokenSource, type OauthClient } from './oauth-token.ts'
import { openConnectionsOnce } from './one-connect.ts'
import { readKafka } from './read.ts'
import { letEmptyQueuesRest } from './restful-queue.ts'
import { sayRights } from './rights.ts'
import { createSender } from './send.ts'
import { socketsThatEnd } from './sockets.ts'
import { ensureTopics, type TopicSettings } from './topics.ts'

export interface KafkaOptions extends TopicSettings {
  readonly brokers: readonly string[]
  readonly logger: Logger
  /** Only over TLS, trusting these authorities, or those that Node trusts where none is given; null: in the open. */
  readonly tls?: { readonly ca: string | null } | null
  readonly sasl?: KafkaLogin | null
}

export type KafkaLogin =
  | {
      readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
      readonly username: string
      readonly password: string
    }
  | ({ readonly mechanism: 'oauthbearer' } & OauthClient)
  | ({ readonly mechanism: 'aws_msk_iam' } & AwsLogin)

export async function createKafkaLog(options: KafkaOptions): Promise<Log> {
  letEmptyQueuesRest()
  openConnectionsOnce()
  const logger = options.logger.child({ log: 'kafka' })
  const kafka = new Kafka({
    clientId: 'tollgate',
    brokers: [...options.brokers],
    // A first packet that is lost is sent again after a second.
    connectionTimeout: 3_000,
    socketFactory: socketsThatEnd(),
    ...(options.tls ? { ssl: options.tls.ca === null ? true : { ca: [options.tls.ca] } } : {}),
    ...(options.sasl ? { sasl: saslOf(options.sasl) } : {}),
    logLevel: logLevel.WARN,
    // kafkajs tells its retries at warning level; they are only news when they end, and then the caller hears of it.
    logCreator: () => (entry) =>
      logger.debug({ kafkajs: entry.log.message, ...(entry.log.error ? { reason: entry.log.error } : {}) }, 'kafkajs'),
    retry: { initialRetryTime: 100, retries: 8, maxRetryTime: 5_000 },
  })
  const admin = kafka.admin()
  const sender = createSender(kafka)
  try {
    await Promise.all([admin.connect(), sender.connect()])
  } catch (error) {
    // Whoever tries again makes new clients; these must not go on connecting behind their back.
    await Promise.allSettled([sender.close(), admin.disconnect()])
    throw sayRights(error, {})
  }
  const write = gatherByTopic(sendInPieces(sender))
  const bounds = async (topic: string): Promise<Bounds[]> =>
    (await askLeaders(kafka, admin, (asked) => asked.fetchTopicOffsets(topic)))
      .map((at) => ({ partition: at.partition, low: BigInt(at.low), high: BigInt(at.high) }))
      .sort((a, b) => a.partition - b.partition)
  const boundsOf = (topics: readonly string[]) => boundsOfAll(admin, bounds, topics)
  const holdings: HeldPartitions = new Map()
  return {
    kind: 'kafka',
    ensure: (topics) => ensureTopics(admin, topics, options),
    append: (topic, values) => tracedAppend(topic, values.length, () => write(topic.name, encodeValues(topic, values))),
    remove: (topic, keys) => tracedAppend(topic, keys.length, () => write(topic.name, encodeTombstones(topic, keys))),
    topics: async () => new Set(await admin.listTopics()),
    consume: (consume) => consumeKafka(kafka, logger, holdings, consume),
    read(topic, range, signal) {
      const boundsOf = async () => new Map([[topic.name, await bounds(topic.name)]])
      return readKafka({ kafka, admin, logger, boundsOf }, [{ topic, range }], signal)
    },
    readAll: (wanted, signal) => readKafka({ kafka, admin, logger, boundsOf }, wanted, signal),
    bounds,
    boundsOf,
    async offsetsAt(topic, at) {
      const found = await askLeaders(kafka, admin, (asked) => asked.fetchTopicOffsetsByTimestamp(topic, at.getTime()))
      return new Map(found.map(({ partition, offset }) => [partition, BigInt(offset)]))
    },
    holdings: () => holdings,
    async members(group) {
      const { groups } = await admin.describeGroups([group]).catch((error) => {
        throw sayRights(error, { group })
      })
      return groups.reduce((sum, { members }) => sum + members.length, 0)
    },
    async close() {
      const closed = await Promise.allSettled([sender.close(), admin.disconnect()])
      for (const result of closed)
        if (result.status === 'rejected') logger.debug({ reason: messageOf(result.reason) }, 'kafka did not close cleanly')
    },
  }
}

function saslOf(login: KafkaLogin): SASLOptions {
  if (login.mechanism === 'oauthbearer') return byToken(createTokenSource(login))
  if (login.mechanism === 'aws_msk_iam') return byToken(createAwsTokenSource(login))
  return login as SASLOptions
}

const byToken = (tokenOf: () => Promise<string>): SASLOptions => ({
  mechanism: 'oauthbearer',
  oauthBearerProvider: async () => ({ value: await tokenOf() }),
})

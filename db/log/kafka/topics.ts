// Makes Kafka's topics what their definitions say: partitions, replicas, retention, compaction. Where they are so already it only looks.
import { setTimeout as delay } from 'node:timers/promises'
import type { Admin, ConfigResourceTypes } from 'kafkajs'
import { TollgateError } from '../../../base/errors.ts'
import type { Topic } from '../topic.ts'
import { typeOf } from './error-type.ts'

export interface TopicSettings {
  /** What a newer record of a compacted topic replaced stays for so many days; without it as the broker has it. */
  readonly compactAfterDays?: number
  /** The fewest partitions of a new topic. */
  readonly partitions?: number
  /** Of new topics; without them as many as there are brokers, three at most. */
  readonly replicas?: number
  /** Replicas that must have a record before it counts as appended; without it as the broker has it. */
  readonly minInsyncReplicas?: number
  /** Lets one process at a time change topics. */
  readonly inTurn?: (work: () => Promise<void>) => Promise<void>
}

const mostReplicas = 3
const dayMs = 86_400_000
// Node finds no such export in this CommonJS package, though its types name one.
const topicResource: ConfigResourceTypes.TOPIC = 2
// Kafka's own mark of a setting made for this topic, as against a default of the broker.
const madeForTopic = 1
// A broker answers for a new topic once the controller's word has reached it and its files are made: on a machine that is busy starting
// everything else at once that takes half a minute for a hundred topics, and who gave up then would end for nothing.
const longestSpreadMs = 300_000
const spreadPollMs = 100
const notYet = ['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']
const forbidden = ['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED']

export async function ensureTopics(admin: Admin, topics: readonly Topic<any>[], settings: TopicSettings = {}): Promise<void> {
  if (await areAsWanted(admin, topics, settings)) return
  const { inTurn = (work) => work() } = settings
  await inTurn(async () => {
    // Whoever had the turn before has done it for all.
    if (await areAsWanted(admin, topics, settings)) return
    try {
      await makeAsWanted(admin, topics, settings)
    } catch (error) {
      if (!forbidden.includes(typeOf(error))) throw error
      throw new TollgateError(
        'log_unavailable',
        'Topics are missing or of another shape, and this user of Kafka may not change them: `npm run prepare` with one who may.',
        { cause: error },
      )
    }
  })
}

async function areAsWanted(admin: Admin, topics: readonly Topic<any>[], settings: TopicSettings): Promise<boolean> {
  const existing = new Set(await admin.listTopics())
  if (!topics.every(({ name }) => existing.has(name))) return false
  try {
    return (await tooShort(admin, topics)).length === 0 && (await misaligned(admin, topics, settings)).length === 0
  } catch (error) {
    // Made a moment ago by another process: some broker has not heard of it.
    if (notYet.includes(typeOf(error))) return false
    throw error
  }
}

async function makeAsWanted(admin: Admin, topics: readonly Topic<any>[], settings: TopicSettings): Promise<void> {
  const existing = new Set(await admin.listTopics())
  const fresh = topics.filter((topic) => !existing.has(topic.name))
  if (fresh.length > 0) {
    const replicationFactor = copiesOfNew((await admin.describeCluster()).brokers.length, settings)
    await admin.createTopics({
      waitForLeaders: false,
      topics: fresh.map((topic) => ({
        topic: topic.name,
        // Of topics that are there an operator's number changes nothing: a key would move away from its removals.
        numPartitions: topic.isOneOrder ? 1 : Math.max(topic.partitions, settings.partitions ?? 1),
        replicationFactor,
        configEntries: entriesOf(topic, settings),
      })),
    })
  }
  await untilServed(
    admin,
    topics.map((topic) => topic.name),
  )
  const known = topics.filter((topic) => existing.has(topic.name))
  await lengthen(admin, await tooShort(admin, known))
  const changes = await misaligned(admin, known, settings)
  await expectCopies(admin, changes, settings)
  if (changes.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changes })
}

function copiesOfNew(brokers: number, { replicas, minInsyncReplicas = 1 }: TopicSettings): number {
  const copies = replicas ?? Math.min(mostReplicas, brokers)
  const here = `this Kafka has ${brokers} broker${brokers === 1 ? '' : 's'} that answer${brokers === 1 ? 's' : ''}`
  if (copies > brokers) throw cannotBe(`KAFKA_REPLICAS=${copies}, but ${here}: name as many at most, or start the others.`)
  if (minInsyncReplicas > copies)
    throw cannotBe(
      `KAFKA_MIN_INSYNC_REPLICAS=${minInsyncReplicas}, but ${here}, and new topics as many copies: nothing could be appended.`,
    )
  return copies
}

// Kafka takes the setting, and refuses every append from then on.
async function expectCopies(
  admin: Admin,
  changed: readonly { readonly name: string }[],
  { minInsyncReplicas = 1 }: TopicSettings,
) {
  if (minInsyncReplicas === 1 || changed.length === 0) return
  const { topics } = await admin.fetchTopicMetadata({ topics: changed.map(({ name }) => name) })
  const short = topics.filter(({ partitions }) => partitions.some(({ replicas }) => replicas.length < minInsyncReplicas))
  if (short.length === 0) return
  const fewer = `topics that are there have fewer copies, such as ${short[0]!.name}, and nothing could be appended to them`
  throw cannotBe(
    `KAFKA_MIN_INSYNC_REPLICAS=${minInsyncReplicas}, but ${fewer}: lower it, or kafka-reassign-partitions.sh gives them more.`,
  )
}

const cannotBe = (words: string) => new TollgateError('config_invalid', words)

async function lengthen(admin: Admin, short: readonly Topic<any>[]): Promise<void> {
  if (short.length === 0) return
  const topicPartitions = short.map((topic) => ({ topic: topic.name, count: topic.partitions }))
  await admin.createPartitions({ topicPartitions }).catch((error: unknown) => {
    // So long already, and the broker that was asked before has not heard of it.
    if (typeOf(error) !== 'INVALID_PARTITIONS') throw error
  })
  await untilTrue('has more partitions', async () => (await tooShort(admin, short)).length === 0)
}

async function tooShort(admin: Admin, topics: readonly Topic<any>[]): Promise<Topic<any>[]> {
  if (topics.length === 0) return []
  const described = await admin.fetchTopicMetadata({ topics: topics.map((topic) => topic.name) })
  const have = new Map(described.topics.map((topic) => [topic.name, topic.partitions.length]))
  return topics.filter((topic) => (have.get(topic.name) ?? 0) < topic.partitions)
}

// Also where another process made them: kafkajs's own wait gives up on the first broker that has not heard of one.
async function untilServed(admin: Admin, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return
  await untilTrue('has the topics', async () => {
    await admin.fetchTopicMetadata({ topics: [...topics] })
    return true
  })
}

/** `what` Kafka is said to have, and no broker has told of. */
async function untilTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + longestSpreadMs
  for (;;) {
    let cause: unknown
    try {
      if (await isTrue()) return
    } catch (error) {
      if (!notYet.includes(typeOf(error))) throw error
      cause = error
    }
    if (Date.now() > until) {
      const waited = `for ${longestSpreadMs / 60_000} minutes`
      throw new TollgateError('log_unavailable', `Kafka ${what} and no broker has answered for some of them ${waited}.`, {
        retryable: true,
        cause,
      })
    }
    await delay(spreadPollMs)
  }
}

function entriesOf({ retention }: Topic<any>, { compactAfterDays, minInsyncReplicas }: TopicSettings) {
  const optional = [
    { name: 'min.compaction.lag.ms', value: retention.compact ? compactAfterDays && compactAfterDays * dayMs : undefined },
    { name: 'min.insync.replicas', value: minInsyncReplicas },
  ]
  return [
    ...optional.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value: String(value) }])),
    { name: 'cleanup.policy', value: retention.compact ? 'compact' : 'delete' },
    { name: 'retention.ms', value: String(retention.days * dayMs) },
  ]
}

// Kafka replaces all of a topic's settings at once: what an operator has set besides is sent along.
async function misaligned(admin: Admin, topics: readonly Topic<any>[], settings: TopicSettings) {
  if (topics.length === 0) return []
  const type = topicResource
  const asked = { includeSynonyms: false, resources: topics.map((topic) => ({ type, name: topic.name })) }
  const described = await admin.describeConfigs(asked).catch((error: unknown) => {
    // Who may not even look leaves them to whoever prepared them.
    if (forbidden.includes(typeOf(error))) return null
    throw error
  })
  if (described === null) return []
  return topics.flatMap((topic) => {
    const entries = described.resources.find(({ resourceName }) => resourceName === topic.name)?.configEntries ?? []
    const wanted = entriesOf(topic, settings)
    const isAligned = wanted.every(({ name, value }) => entries.find((entry) => entry.configName === name)?.configValue === value)
    if (isAligned) return []
    const own = entries.filter(
      ({ configSource, configName }) => configSource === madeForTopic && !wanted.some(({ name }) => name === configName),
    )
    const kept = own.map(({ configName, configValue }) => ({ name: configName, value: configValue }))
    return [{ type, name: topic.name, configEntries: [...kept, ...wanted] }]
  })
}

// Makes Kafka's topics what their definitions say: partitions, replicas, retention, compaction.
import { setTimeout as delay } from 'node:timers/promises'
import type { Admin, ConfigResourceTypes } from 'kafkajs'
import type { Topic } from '../topic.ts'

const mostReplicas = 3
const dayMs = 86_400_000
// Node finds no such export in this CommonJS package, though its types name one.
const topicResource: ConfigResourceTypes.TOPIC = 2
// Kafka's own mark of a setting made for this topic, as against a default of the broker.
const madeForTopic = 1
// A broker answers for a new topic once the controller's word has reached it.
const longestSpreadMs = 30_000
const spreadPollMs = 100
const notYet = ['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']

export async function ensureTopics(admin: Admin, topics: readonly Topic<any>[], compactAfterDays?: number): Promise<void> {
  const existing = new Set(await admin.listTopics())
  const { brokers } = await admin.describeCluster()
  const fresh = topics.filter((topic) => !existing.has(topic.name))
  await admin.createTopics({
    waitForLeaders: false,
    topics: fresh.map((topic) => ({
      topic: topic.name,
      numPartitions: topic.partitions,
      replicationFactor: Math.min(mostReplicas, brokers.length),
      configEntries: settingsOf(topic, compactAfterDays),
    })),
  })
  await untilServed(
    admin,
    fresh.map((topic) => topic.name),
  )
  const known = topics.filter((topic) => existing.has(topic.name))
  if (known.length === 0) return
  const described = await admin.fetchTopicMetadata({ topics: known.map((topic) => topic.name) })
  const have = new Map(described.topics.map((topic) => [topic.name, topic.partitions.length]))
  const short = known.filter((topic) => (have.get(topic.name) ?? 0) < topic.partitions)
  if (short.length > 0)
    await admin.createPartitions({ topicPartitions: short.map((topic) => ({ topic: topic.name, count: topic.partitions })) })
  await alignSettings(admin, known, compactAfterDays)
}

// Also where another process made them: kafkajs's own wait gives up on the first broker that has not heard of one.
async function untilServed(admin: Admin, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return
  const until = Date.now() + longestSpreadMs
  for (;;) {
    const error = await admin.fetchTopicMetadata({ topics: [...topics] }).then(
      () => null,
      (error: unknown) => error,
    )
    if (error === null) return
    const { type } = error as { readonly type?: string }
    if (type === undefined || !notYet.includes(type) || Date.now() > until) throw error
    await delay(spreadPollMs)
  }
}

function settingsOf({ retention }: Topic<any>, compactAfterDays: number | undefined) {
  const lag =
    retention.compact && compactAfterDays !== undefined
      ? [{ name: 'min.compaction.lag.ms', value: String(compactAfterDays * dayMs) }]
      : []
  return [
    ...lag,
    { name: 'cleanup.policy', value: retention.compact ? 'compact' : 'delete' },
    { name: 'retention.ms', value: String(retention.days * dayMs) },
  ]
}

// Kafka replaces all of a topic's settings at once: what an operator has set besides is sent along.
async function alignSettings(admin: Admin, topics: readonly Topic<any>[], compactAfterDays: number | undefined): Promise<void> {
  const type = topicResource
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((topic) => ({ type, name: topic.name })),
  })
  const changes = topics.flatMap((topic) => {
    const entries = resources.find(({ resourceName }) => resourceName === topic.name)?.configEntries ?? []
    const wanted = settingsOf(topic, compactAfterDays)
    const isAligned = wanted.every(({ name, value }) => entries.find((entry) => entry.configName === name)?.configValue === value)
    if (isAligned) return []
    const own = entries.filter(
      ({ configSource, configName }) => configSource === madeForTopic && !wanted.some(({ name }) => name === configName),
    )
    const kept = own.map(({ configName, configValue }) => ({ name: configName, value: configValue }))
    return [{ type, name: topic.name, configEntries: [...kept, ...wanted] }]
  })
  if (changes.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changes })
}

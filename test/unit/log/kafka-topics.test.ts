// Topics that Kafka has been told to make, and takes its time to make.
import type { Admin } from 'kafkajs'
import Type from 'typebox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureTopics } from '../../../db/log/kafka/topics.ts'
import { defineTopic } from '../../../db/log/topic.ts'
import { testOrigin } from '../../support/topics.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const topic = defineTopic({
  name: 'test.slow.v1',
  origin: testOrigin,
  schema: Type.Object({ key: Type.String() }),
  retention: { days: 7 },
  key: ({ key }) => key,
  observedAt: () => new Date(0),
})

/** What the suite's broker says meanwhile, as kafkajs throws it. */
const unknown = () =>
  Object.assign(new Error('This server does not host this topic-partition'), { type: 'UNKNOWN_TOPIC_OR_PARTITION' })

function brokerThatServesAfter(ms: number) {
  let madeAt: number | null = null
  const isServed = () => madeAt !== null && Date.now() - madeAt >= ms
  const admin = {
    listTopics: async () => (madeAt === null ? [] : [topic.name]),
    describeCluster: async () => ({ brokers: [{}] }),
    async createTopics() {
      madeAt = Date.now()
      return true
    },
    async fetchTopicMetadata() {
      if (!isServed()) throw unknown()
      return { topics: [{ name: topic.name, partitions: [{}] }] }
    },
    describeConfigs: async () => ({ resources: [] }),
  }
  return { admin: admin as unknown as Admin, isServed }
}

test('a broker that needs two minutes for its topics is waited for', async () => {
  const { admin, isServed } = brokerThatServesAfter(120_000)
  const ensured = ensureTopics(admin, [topic])
  await vi.advanceTimersByTimeAsync(119_000)
  expect(isServed()).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  await ensured
  expect(isServed()).toBe(true)
})

test('one that never serves them is given up, by name', async () => {
  const { admin } = brokerThatServesAfter(Number.POSITIVE_INFINITY)
  const ended = ensureTopics(admin, [topic]).catch((error) => error)
  await vi.advanceTimersByTimeAsync(301_000)
  expect(await ended).toMatchObject({ code: 'log_unavailable', message: expect.stringContaining('no broker has answered') })
})

/** The controller has made three partitions; the broker that is asked tells of one until it has heard of them. */
function brokerBehindItsController(ms: number, refusal = 'INVALID_PARTITIONS') {
  const startedAt = Date.now()
  const asked: number[] = []
  const admin = {
    listTopics: async () => [topic.name],
    async fetchTopicMetadata() {
      const partitions = Array.from({ length: Date.now() - startedAt < ms ? 1 : 3 }, () => ({}))
      return { topics: [{ name: topic.name, partitions }] }
    },
    async createPartitions({ topicPartitions }: { topicPartitions: { count: number }[] }) {
      asked.push(...topicPartitions.map(({ count }) => count))
      throw Object.assign(new Error('refused'), { type: refusal })
    },
    describeConfigs: async () => ({ resources: [] }),
    alterConfigs: async () => undefined,
  }
  return { admin: admin as unknown as Admin, asked }
}

test('partitions that are there already, and that the broker asked has not heard of, are waited for', async () => {
  const { admin, asked } = brokerBehindItsController(2_000)
  const ensured = ensureTopics(admin, [{ ...topic, partitions: 3 }]).then(() => 'done')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(await Promise.race([ensured, Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(200)
  expect(await ensured).toBe('done')
  expect(asked).toEqual([3])
})

test('partitions that may not be made are an error at once', async () => {
  const { admin } = brokerBehindItsController(2_000, 'POLICY_VIOLATION')
  await expect(ensureTopics(admin, [{ ...topic, partitions: 3 }])).rejects.toMatchObject({ type: 'POLICY_VIOLATION' })
})

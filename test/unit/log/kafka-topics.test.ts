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

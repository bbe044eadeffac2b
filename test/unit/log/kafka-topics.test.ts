// New topics are there once a broker answers for them, however late the controller's word reaches it.
import type { Admin } from 'kafkajs'
import { describe, expect, test } from 'vitest'
import { ensureTopics } from '../../../db/log/kafka/topics.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'

const unknownTopic = 'UNKNOWN_TOPIC_OR_PARTITION'
const notAuthorised = 'TOPIC_AUTHORIZATION_FAILED'

function adminThatRefuses(...refusals: string[]) {
  const asked: string[][] = []
  const admin = {
    listTopics: async () => [],
    describeCluster: async () => ({ brokers: [{}] }),
    createTopics: async () => true,
    fetchTopicMetadata: async ({ topics }: { topics: string[] }) => {
      asked.push(topics)
      const type = refusals.shift()
      if (type !== undefined) throw Object.assign(new Error('refused'), { type })
      return { topics: [] }
    },
  }
  return { admin: admin as unknown as Admin, asked }
}

describe('new topics on Kafka', () => {
  test('a broker that has not heard of one yet is asked again', async () => {
    const { admin, asked } = adminThatRefuses(unknownTopic, unknownTopic)
    await ensureTopics(admin, [fredObservations])
    expect(asked).toEqual(Array(3).fill([fredObservations.name]))
  })

  test('another refusal is told at once', async () => {
    const { admin, asked } = adminThatRefuses(notAuthorised)
    await expect(ensureTopics(admin, [fredObservations])).rejects.toThrow(/may not change them/)
    expect(asked).toHaveLength(1)
  })
})

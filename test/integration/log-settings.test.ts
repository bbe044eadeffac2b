// A topic whose definition changed is brought in line on a running broker, and what an operator set besides stays.
import kafkajs from 'kafkajs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureTopics } from '../../db/log/kafka/topics.ts'
import type { Log } from '../../db/log/port.ts'
import { tickTopic } from '../support/counter.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { kafkaClient, missingEngine, openLog } from '../support/logs.ts'

const { ConfigResourceTypes } = kafkajs
const patient = { timeout: 60_000 }
const missing = missingEngine('kafka')
const it = missing === '' ? test : test.skip
let database: TestDatabase
let log: Log

beforeAll(async () => {
  database = await createTestDatabase()
  if (missing === '') log = await openLog('kafka', database)
  else console.warn(`skipped: topic settings on Kafka (${missing})`)
})
afterAll(async () => {
  await log?.close()
  await database.drop()
})

it('retention and compaction follow the definition', async () => {
  const topic = tickTopic(`settings-${Date.now()}`, 1)
  await log.ensure([topic])
  const admin = kafkaClient().admin()
  await admin.connect()
  // A broker tells its settings from a copy, which follows a change within moments.
  const read = async () => {
    const type = ConfigResourceTypes.TOPIC
    const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [{ type, name: topic.name }] })
    const values = new Map(resources[0]!.configEntries.map((entry) => [entry.configName, entry.configValue]))
    return ['cleanup.policy', 'retention.ms', 'segment.ms', 'min.compaction.lag.ms'].map((name) => values.get(name))
  }
  const [, , defaultSegment] = await read()
  await expect.poll(read, patient).toEqual(['delete', String(7 * 86_400_000), defaultSegment, '0'])
  const own = [
    { name: 'segment.ms', value: '3600000' },
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'retention.ms', value: String(7 * 86_400_000) },
  ]
  const resource = { type: ConfigResourceTypes.TOPIC, name: topic.name, configEntries: own }
  await admin.alterConfigs({ validateOnly: false, resources: [resource] })
  await expect.poll(read, patient).toEqual(['delete', String(7 * 86_400_000), '3600000', '0'])
  // How long what was replaced stays is a setting of the program's; without one it is the broker's affair.
  const wanted = { ...topic, retention: { days: 30, compact: true } }
  await log.ensure([wanted])
  await expect.poll(read, patient).toEqual(['compact', String(30 * 86_400_000), '3600000', '0'])
  await ensureTopics(admin, [wanted], { compactAfterDays: 8 })
  await expect.poll(read, patient).toEqual(['compact', String(30 * 86_400_000), '3600000', String(8 * 86_400_000)])
  await admin.disconnect()
})

it('copies that there are no brokers for are refused, before a topic is made or changed', async () => {
  const topic = tickTopic(`copies-${Date.now()}`, 1)
  const admin = kafkaClient().admin()
  await admin.connect()
  const ensureWith = (settings: Parameters<typeof ensureTopics>[2]) => ensureTopics(admin, [topic], settings)
  const refusal = (message: RegExp) =>
    expect.objectContaining({ code: 'config_invalid', message: expect.stringMatching(message) })
  await expect(ensureWith({ replicas: 2 })).rejects.toEqual(
    refusal(/^KAFKA_REPLICAS=2, but this Kafka has 1 broker that answers: /),
  )
  await expect(ensureWith({ minInsyncReplicas: 2 })).rejects.toEqual(refusal(/^KAFKA_MIN_INSYNC_REPLICAS=2, but .* 1 broker/))
  expect(await admin.listTopics()).not.toContain(topic.name)
  await ensureWith({ replicas: 1 })
  await expect(ensureWith({ minInsyncReplicas: 2 })).rejects.toEqual(
    refusal(/^KAFKA_MIN_INSYNC_REPLICAS=2, but topics that are there .* such as test\.copies-/),
  )
  await log.append(topic, [{ key: 'a', n: 1 }])
  await admin.disconnect()
})

it('a group that has read further than its log now reaches ends and says so: what is written next would pass for read', async () => {
  const topic = tickTopic(`cut-off-${Date.now()}`, 1)
  await log.ensure([topic])
  await log.append(topic, [{ key: 'a', n: 1 }])
  const handed: number[] = []
  const consuming = log.consume({
    group: `cut-off-${Date.now()}`,
    topics: [topic],
    signal: AbortSignal.timeout(patient.timeout),
    from: async () => 5n,
    onBatch: async ({ records }) => void handed.push(records.length),
  })
  await expect(consuming).rejects.toMatchObject({
    code: 'log_offset_out_of_range',
    message: expect.stringContaining('up to 5, but that log ends at 1'),
  })
  expect(handed).toEqual([])
})

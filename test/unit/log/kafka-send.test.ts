// Appends through kafkajs's own producer to a cluster of two brokers, made here: leaders move, answers are lost, and nothing else is.
import { createRequire } from 'node:module'
import type { Kafka, Message } from 'kafkajs'
import { expect, test } from 'vitest'
import { createSender } from '../../../db/log/kafka/send.ts'

const require = createRequire(import.meta.url)
const createProducer = require('kafkajs/src/producer')
const { KafkaJSProtocolError } = require('kafkajs/src/errors')

interface Entry {
  readonly partition: number
  readonly firstSequence: number
  readonly messages: readonly Message[]
}
interface Asked {
  readonly producerId: number
  readonly topicData: readonly { readonly topic: string; readonly partitions: readonly Entry[] }[]
}

const refused = (type: string, retriable: boolean) => new KafkaJSProtocolError({ type, message: type, code: 0, retriable })
const logger = { namespace: () => logger, debug: () => undefined, warn: () => undefined, error: () => undefined }

/** As brokers do it: a batch of a producer's numbers that was there already is thrown away and told as taken. */
function openCluster(leaders: number[]) {
  const known = [...leaders]
  const logs = leaders.map((): string[] => [])
  const batches = new Map<string, Set<number>>()
  let made = 0
  let disconnected = 0
  /** What a broker says to one partition's batch, and whether it takes it; nothing: it is well. */
  let fault: (broker: number, entry: Entry) => { readonly says: Error; readonly takes: boolean } | null = () => null
  const take = (producerId: number, { partition, firstSequence, messages }: Entry) => {
    const name = `${producerId}/${partition}`
    const seen = batches.get(name) ?? new Set()
    batches.set(name, seen)
    if (!seen.has(firstSequence)) logs[partition]!.push(...messages.map(({ value }) => String(value)))
    seen.add(firstSequence)
  }
  const brokers = [0, 1].map((nodeId) => ({
    nodeId,
    initProducerId: async () => ({ producerId: ++made, producerEpoch: 0 }),
    async produce({ producerId, topicData }: Asked) {
      const partitions = topicData.flatMap((one) => one.partitions)
      let failure: Error | null = null
      for (const entry of partitions) {
        const found =
          leaders[entry.partition] === nodeId ? fault(nodeId, entry) : { says: refused('NOT_LEADER', true), takes: false }
        if (found === null || found.takes) take(producerId, entry)
        failure ??= found?.says ?? null
      }
      if (failure !== null) throw failure
      return { topics: [{ topicName: 't', partitions: partitions.map(({ partition }) => ({ partition, errorCode: 0 })) }] }
    },
  }))
  const look = async () => void known.splice(0, known.length, ...leaders)
  const cluster = {
    targetTopics: new Set(),
    connect: async () => undefined,
    disconnect: async () => void disconnected++,
    isConnected: () => true,
    addMultipleTargetTopics: async () => undefined,
    refreshMetadataIfNecessary: async () => undefined,
    refreshMetadata: look,
    findTopicPartitionMetadata: () => known.map((leader, partitionId) => ({ partitionId, leader })),
    findLeaderForPartitions: (_: string, wanted: string[]) =>
      Object.groupBy(
        wanted.map(Number).filter((partition) => known[partition] !== undefined),
        (partition) => known[partition]!,
      ),
    findBroker: async ({ nodeId }: { nodeId: string }) => brokers[Number(nodeId)],
    findControllerBroker: async () => brokers[0],
  }
  const kafka = {
    producer(o: object) {
      // A topic that is deleted would come back with the broker's own settings.
      expect(o).toMatchObject({ allowAutoTopicCreation: false })
      return createProducer({ ...o, cluster, logger, retry: { retries: 2, initialRetryTime: 1 } })
    },
  } as Pick<Kafka, 'producer'>
  return {
    kafka,
    logs,
    producers: () => [made, disconnected],
    breakWith(next: typeof fault) {
      fault = next
    },
    move: (partition: number, to: number) => {
      leaders[partition] = to
    },
  }
}

const messages = (...values: [partition: number, value: string][]): Message[] =>
  values.map(([partition, value]) => ({ partition, key: value, value }))

test('a leader that falls away while a broker that has answered becomes the next: its part goes there, and once', async () => {
  const cluster = openCluster([0, 1])
  const sender = createSender(cluster.kafka)
  cluster.breakWith((broker) => {
    if (broker === 0) return null
    cluster.move(1, 0)
    return { says: refused('NOT_LEADER_FOR_PARTITION', true), takes: false }
  })
  await sender.send('t', messages([0, 'a'], [1, 'b']))
  expect(cluster.logs).toEqual([['a'], ['b']])
  await sender.close()
})

test('an append that failed and is there all the same: the next one is no repeat of it', async () => {
  const cluster = openCluster([0, 1])
  const sender = createSender(cluster.kafka)
  cluster.breakWith(() => ({ says: refused('NOT_ENOUGH_REPLICAS_AFTER_APPEND', true), takes: true }))
  await expect(sender.send('t', messages([0, 'first']))).rejects.toThrow('NOT_ENOUGH_REPLICAS_AFTER_APPEND')
  cluster.breakWith(() => null)
  await sender.send('t', messages([0, 'second']))
  expect(cluster.logs[0]).toEqual(['first', 'second'])
  // The one that failed is closed, the other is used again.
  await sender.send('t', messages([1, 'third']))
  expect(cluster.producers()).toEqual([2, 1])
  await sender.close()
})

test('a log that does not know the numbers of what it had is written to by a new producer, and nobody hears of it', async () => {
  const cluster = openCluster([0, 1])
  const sender = createSender(cluster.kafka)
  let left = 1
  cluster.breakWith(() => (left-- > 0 ? { says: refused('OUT_OF_ORDER_SEQUENCE_NUMBER', false), takes: false } : null))
  await sender.send('t', messages([0, 'a']))
  expect(cluster.logs[0]).toEqual(['a'])
  await sender.close()
})

test('a partition that is there no more is told, and nothing counts as appended', async () => {
  const sender = createSender(openCluster([0, 1]).kafka)
  await expect(sender.send('t', messages([0, 'a'], [7, 'b']))).rejects.toMatchObject({
    code: 'log_unavailable',
    message: 'Kafka takes nothing for partition 7 of t.',
  })
  await sender.close()
})

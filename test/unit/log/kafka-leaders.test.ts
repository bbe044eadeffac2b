// Who leads a Kafka partition, asked while it moves.
import type { Admin } from 'kafkajs'
import { expect, test } from 'vitest'
import { askLeaders } from '../../../db/log/kafka/leaders.ts'

const failing = (type: string) => Object.assign(new Error('no'), { type })

function clusterOf(answers: readonly (Error | string)[]) {
  let asked = 0
  const disconnected: number[] = []
  const client = (i: number): Admin =>
    ({ connect: async () => undefined, disconnect: async () => void disconnected.push(i), number: i }) as never
  let made = 0
  return {
    admin: client(0),
    kafka: { admin: () => client(++made) },
    disconnected,
    count: () => asked,
    async ask(): Promise<string> {
      const answer = answers[Math.min(asked++, answers.length - 1)]!
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

test('an answer of who leads no more is asked again by a client that looks anew, and that one is closed', async () => {
  const cluster = clusterOf([failing('NOT_LEADER_FOR_PARTITION'), failing('LEADER_NOT_AVAILABLE'), 'there'])
  expect(await askLeaders(cluster.kafka, cluster.admin, cluster.ask)).toBe('there')
  expect(cluster.count()).toBe(3)
  expect(cluster.disconnected).toEqual([1, 2])
})

test('what has another reason is not asked again', async () => {
  const cluster = clusterOf([failing('UNKNOWN_TOPIC_OR_PARTITION'), 'there'])
  await expect(askLeaders(cluster.kafka, cluster.admin, cluster.ask)).rejects.toThrow('no')
  expect(cluster.count()).toBe(1)
})

test('a topic that kafkajs has forgotten, for brokers answered in another order, is asked for again of the same client', async () => {
  const forgotten = new TypeError("Cannot destructure property 'partitions' of 'high.pop(...)' as it is undefined.")
  const cluster = clusterOf([forgotten, forgotten, 'there'])
  expect(await askLeaders(cluster.kafka, cluster.admin, cluster.ask)).toBe('there')
  expect([cluster.count(), cluster.disconnected]).toEqual([3, []])
  const never = clusterOf([forgotten])
  await expect(askLeaders(never.kafka, never.admin, never.ask)).rejects.toThrow('high.pop')
})

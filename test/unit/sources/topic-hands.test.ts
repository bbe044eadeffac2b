// Who writes and who reads each topic is told of everybody: sources, followers, routes, jobs, indexes and services that keep what they read.
import { expect, test } from 'vitest'
import { discoverTopics } from '../../../cli/topics/known.ts'
import { demands } from '../../../db/facts/demand-topic.ts'
import { discoverFollowers } from '../../../ingestors/chains/start.ts'
import { discoverIngestors } from '../../../ingestors/index.ts'
import { discoverServices } from '../../../processors/index.ts'
import { indexesOf } from '../../../processors/kit/define.ts'

const known = new Map((await discoverTopics()).map((one) => [one.topic.name, one]))
const services = await discoverServices()

test('every source and follower writes its topics', async () => {
  for (const { source, topic } of await discoverIngestors()) expect(known.get(topic.name)!.writers).toContain(source)
  const followers = await discoverFollowers()
  expect(followers.length).toBeGreaterThan(0)
  for (const { source, topics } of followers) for (const { name } of topics) expect(known.get(name)!.writers).toContain(source)
})

test('every service and index reads its topics, and ingestors what is asked for', () => {
  for (const { label, reads } of services) for (const { name } of reads) expect(known.get(name)!.readers).toContain(label)
  const indexes = indexesOf(services)
  expect(indexes.length).toBeGreaterThan(0)
  for (const { group, topic } of indexes) expect(known.get(topic.name)!.readers).toContain(group)
  expect(known.get(demands.name)!.readers).toContain('ingestors')
  expect(known.get(demands.name)!.writers.join()).toMatch(/^api:.*,api:/)
})

test('nothing is read that nobody writes, and a service is its writer only where nobody else is', () => {
  for (const { topic, writers } of known.values()) {
    expect(writers, topic.name).not.toEqual([])
    if (writers.some((writer) => writer.startsWith('service:'))) expect(writers, topic.name).toHaveLength(1)
  }
})

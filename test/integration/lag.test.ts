// Lag is where the log ends less what is stored: the same for whoever asks, through every rebalance, and nothing where nothing can be read.
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { checkHealth } from '../../api/health.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import { measureLag } from '../../db/work/lag.ts'
import { setOffset } from '../../db/work/offsets.ts'
import { eventLogChores } from '../../processors/chores/event-log.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { quiet } from '../support/database.ts'
import { openLog } from '../support/logs.ts'
import { describeOnLogs, type LogSuite } from '../support/on-logs.ts'
import { until } from '../support/until.ts'

const label = 'lagging-counter'

describeOnLogs('lag', (suite) => {
  const { it } = suite
  const newTopic = () => tickTopic(randomBytes(5).toString('hex'), 3)
  const lagOf = async (topic: { name: string }, group = label) => {
    const { log, database } = suite
    const lags = await measureLag({ pool: database.pool, log, groups: [{ label: group, reads: [topic] }] })
    return lags.reduce((sum, { lag }) => sum + lag, 0)
  }

  it('it is all there is before anybody reads, and none of a topic that is not there', async () => {
    const topic = newTopic()
    await suite.log.ensure([topic])
    await suite.log.append(topic, makeTicks(40))
    expect(await lagOf(topic)).toBe(40)
    const startedAt = performance.now()
    expect(await suite.log.boundsOf(['test.nobody-made-this.v1', topic.name])).toMatchObject(
      new Map([[topic.name, [{}, {}, {}]]]),
    )
    // A client would look for a missing topic for half a minute.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('it is none once all is applied, whoever reads and whoever has left; workers and what they hold are known', async () => {
    const topic = newTopic()
    await suite.log.ensure([topic])
    const one = await startWorker(suite, topic)
    await until('the first holds all', () => one.log.holdings().get(label)?.size === 3)
    const two = await startWorker(suite, topic)
    const sizes = () => [one, two].map(({ log }) => log.holdings().get(label)?.size ?? 0)
    await until('both hold some', () => sizes().every((size) => size > 0) && sizes()[0]! + sizes()[1]! === 3)
    expect(await suite.log.members(label)).toBe(2)
    await suite.log.append(topic, makeTicks(60))
    await until('all is applied', async () => (await lagOf(topic)) === 0)
    await two.stop()
    await until('the first holds all again', () => one.log.holdings().get(label)?.size === 3)
    await suite.log.append(topic, makeTicks(90).slice(60))
    await until('all is applied', async () => (await lagOf(topic)) === 0)
    await one.stop()
    await until('nobody is left', async () => (await suite.log.members(label)) === 0)
    expect(one.log.holdings().has(label)).toBe(false)
    await suite.log.append(topic, makeTicks(93).slice(90))
    expect(await lagOf(topic)).toBe(3)
  })

  it('a log that ends before what was read of it is no log without lag: health says so, and is not well', async () => {
    const topic = newTopic()
    const { log, database } = suite
    await log.ensure([topic])
    await log.append(topic, makeTicks(1))
    const service = counterService(topic, label)
    const ask = async () => {
      const seen = { database, log, clock: systemClock, metrics: createMetrics(), config: { world: 'demo' as const } }
      const { status, lag } = await checkHealth({ ...seen, services: [service], freshness: async () => new Map() })
      return { status, beyond: lag?.beyond_the_log }
    }
    const place = (await log.bounds(topic.name)).find(({ high }) => high > 0n)!
    await setOffset(database.pool, label, topic.name, place.partition, place.high)
    expect(await ask()).toEqual({ status: 'ok', beyond: [] })
    await setOffset(database.pool, label, topic.name, place.partition, place.high + 4n)
    expect(await ask()).toMatchObject({
      status: 'degraded',
      beyond: [{ group: label, topic: topic.name, partition: place.partition, lag: 0, beyond: 4 }],
    })
  })

  if (suite.kind === 'postgres')
    it('records that were cleaned away before anybody read them are no lag for ever', async () => {
      const topic = { ...newTopic(), retention: { days: 7, compact: true } }
      await suite.log.ensure([topic])
      await suite.log.append(topic, [{ key: 'k', n: 1 }])
      await suite.log.remove(topic, ['k'])
      await suite.database.pool.query("UPDATE log_record SET appended_at = now() - interval '20 days'")
      const compaction = eventLogChores(suite.database, 0)[1]!
      while ((await compaction.batch(new Date())) > 0);
      expect(await lagOf(topic)).toBe(2)
      const worker = await startWorker(suite, topic)
      await until('what is gone is passed over', async () => (await lagOf(topic)) === 0)
      await worker.stop()
    })
})

async function startWorker(suite: LogSuite, topic: ReturnType<typeof tickTopic>) {
  const { kind, database } = suite
  const log = await openLog(kind, database)
  const end = new AbortController()
  const running = runService(
    { service: counterService(topic, label), log, database, clock: systemClock, logger: quiet },
    end.signal,
  )
  return {
    log,
    async stop() {
      end.abort()
      await running
      await log.close()
    },
  }
}

// Several services of one process that read one topic: each ends as if it were alone, whoever stores the facts.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { listDeadLetters } from '../../db/work/dead-letters.ts'
import { runService, type Step } from '../../processors/runner/run.ts'
import { counterService, makeTicks, type Tick, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { appliedRecords, comparableRows, countFacts } from '../support/rows.ts'
import { until } from '../support/until.ts'

const labels = ['amber', 'birch', 'cedar']

interface Mischief {
  /** Steps of the first named that fail once each. */
  readonly crashing?: readonly Step[]
  /** The first named finds its place locked until the others are at the end. */
  readonly isHeld?: boolean
}

/** Runs them over the same ticks to the end. */
async function run(ticks: readonly Tick[], running: readonly string[], { crashing = [], isHeld = false }: Mischief = {}) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const log = createPostgresLog({ database, logger: quiet })
  const topic = tickTopic('same', 2)
  await log.ensure([topic])
  const letGo = isHeld ? await holdPlaces(database, running[0]!, topic.name) : null
  const end = new AbortController()
  const left = new Set(crashing)
  const done = running.map((label) =>
    runService(
      {
        ...{ service: { ...counterService(topic), label }, log, database, clock: systemClock, logger: quiet, maxRecords: 50 },
        beforeStep(step) {
          if (label === running[0] && left.delete(step)) throw new Error(`crash before ${step}`)
        },
      },
      end.signal,
    ),
  )
  // Whoever comes alone reads for itself.
  await until('all are there', () => running.every((label) => log.holdings().get(label)?.size === 2))
  for (let at = 0; at < ticks.length; at += 100) await log.append(topic, ticks.slice(at, at + 100))
  for (const label of letGo === null ? running : running.slice(1))
    await until(`${label} is at the end`, async () => (await appliedRecords(database.pool, label)) === ticks.length, 60_000)
  if (letGo !== null) {
    expect(await appliedRecords(database.pool, running[0]!)).toBe(0)
    await letGo()
    await until('the held one is at the end', async () => (await appliedRecords(database.pool, running[0]!)) === ticks.length)
  }
  end.abort()
  await Promise.all(done)
  await log.close()
  const dead = (await listDeadLetters(database.pool, {})).map(({ group, key, value, reason }) => ({ group, key, value, reason }))
  const rows = await comparableRows(database.pool)
  const of = (label: string) => rows.filter((row) => row.startsWith(`${label} |`)).map((row) => row.replaceAll(label, '-'))
  return { of, dead, facts: await countFacts(database.pool, topic.name) }
}

async function holdPlaces(database: TestDatabase, group: string, topic: string): Promise<() => Promise<void>> {
  await database.pool.query(
    'INSERT INTO consumer_offset (group_name, topic, partition, next_offset) SELECT $1, $2, p, 0 FROM generate_series(0, 1) p',
    [group, topic],
  )
  const holder = await database.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM consumer_offset WHERE group_name = $1 FOR UPDATE', [group])
  return async () => {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

test('three over one topic end in the rows of one alone, also when the one that stores crashes on the way or another is held up before it', async () => {
  const ticks = makeTicks(300)
  const alone = await run(ticks, ['amber'])
  expect(alone.of('amber')).toHaveLength(20)
  const crashing: Step[] = ['facts', 'compute', 'offset', 'commit']
  for (const together of [
    await run(ticks, labels),
    await run(ticks, labels, { crashing }),
    await run(ticks, labels, { isHeld: true }),
  ]) {
    for (const label of labels) expect(together.of(label)).toEqual(alone.of('amber'))
    expect([together.facts, together.dead]).toEqual([300, []])
  }
})

test('another value for a time that is taken is a dead letter of each of them', async () => {
  const key = randomBytes(4).toString('hex')
  // In batches of their own, so that it clashes with what lies in the database.
  const first: Tick[] = Array.from({ length: 100 }, (_, n) => ({ key, n }))
  const { of, dead, facts } = await run([...first, { key, n: 7, other: true } as Tick], labels)
  expect(dead.map(({ group }) => group).sort()).toEqual(labels.toSorted())
  for (const letter of dead) expect(letter).toMatchObject({ key, reason: expect.stringContaining('another value') })
  expect([facts, ...labels.map((label) => of(label).length)]).toEqual([100, 1, 1, 1])
})

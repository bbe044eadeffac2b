// Three processes share twelve partitions under load, one is killed -9, another joins: every record is applied exactly once.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { listDeadLetters } from '../../db/work/dead-letters.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { kafkaBrokers, type LogKind, logKinds, missingEngine, openLog } from '../support/logs.ts'
import { appliedRecords, comparableRows, countFacts } from '../support/rows.ts'
import { until } from '../support/until.ts'

const script = fileURLToPath(new URL('../support/runner-child.ts', import.meta.url))
const partitions = 12
const records = 2_400
const pauseMs = 15
const label = 'scaled-counter'

function spawnProcessor(kind: LogKind, database: TestDatabase, name: string): ChildProcess {
  const brokers = kind === 'kafka' ? kafkaBrokers().join(',') : ''
  const args = [script, database.url, brokers, name, String(pauseMs), String(partitions), label]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill(signal)
  return exit
}

// Every committed move of an offset, in order: what is applied twice or left out shows as an overlap or a hole.
async function recordMoves(database: TestDatabase): Promise<void> {
  await database.pool.query(`
    CREATE TABLE move (id bigserial, partition int, from_offset bigint, to_offset bigint);
    CREATE FUNCTION keep_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO move (partition, from_offset, to_offset) VALUES (new.partition, old.next_offset, new.next_offset); RETURN new; END $$;
    CREATE TRIGGER move AFTER UPDATE ON consumer_offset FOR EACH ROW EXECUTE FUNCTION keep_move()`)
}

describe.each(logKinds)('three processors on the %s log', (kind) => {
  const missing = missingEngine(kind)
  const it = missing === '' ? test : test.skip
  if (missing !== '') console.warn(`skipped: three processors on the ${kind} log (${missing})`)

  it('apply every record once while one is killed and one joins, and leave the rows of a single process', async () => {
    const [database, alone] = [await createTestDatabase(), await createTestDatabase()]
    const log = await openLog(kind, database)
    const name = randomBytes(5).toString('hex')
    const topic = tickTopic(name, partitions)
    await log.ensure([topic])
    await recordMoves(database)
    const group = [1, 2, 3].map(() => spawnProcessor(kind, database, name))
    const ticks = makeTicks(records, 60)
    const load = (async () => {
      for (let at = 0; at < records; at += 40) {
        await log.append(topic, ticks.slice(at, at + 40))
        await new Promise((done) => setTimeout(done, 50))
      }
    })()
    const applied = () => appliedRecords(database.pool, label)
    await until('the group is under way', async () => (await applied()) >= records / 4, 90_000)
    await ended(group.shift()!, 'SIGKILL')
    group.push(spawnProcessor(kind, database, name))
    await load
    await until('the lag is zero', async () => (await applied()) === records, 90_000)
    for (const child of group) await ended(child, 'SIGTERM')

    const { rows: moves } = await database.pool.query<{ partition: number; from_offset: string; to_offset: string }>(
      'SELECT partition, from_offset, to_offset FROM move ORDER BY id',
    )
    const reached = new Map<number, bigint>()
    for (const move of moves) {
      expect(BigInt(move.from_offset)).toBe(reached.get(move.partition) ?? 0n)
      reached.set(move.partition, BigInt(move.to_offset))
    }
    expect(reached).toEqual(
      new Map((await log.bounds(topic.name)).filter(({ high }) => high > 0n).map(({ partition, high }) => [partition, high])),
    )
    expect(reached.size).toBeGreaterThan(partitions - 2)
    expect(await countFacts(database.pool, topic.name)).toBe(records)
    expect(await listDeadLetters(database.pool)).toEqual([])

    const end = new AbortController()
    // The Postgres log lives in the group's database; the single process writes its rows into one of its own.
    const single = runService(
      { service: counterService(topic, label), log, database: alone, clock: systemClock, logger: quiet },
      end.signal,
    )
    await until('one process has done it all', async () => (await appliedRecords(alone.pool, label)) === records, 90_000)
    end.abort()
    await single
    expect(await comparableRows(database.pool)).toEqual(await comparableRows(alone.pool))
    await log.close()
    await Promise.all([database.drop(), alone.drop()])
  }, 240_000)
})

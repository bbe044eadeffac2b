// What Postgres refuses because of the data goes the way of any record that cannot be applied: set aside with its reason, and the rest goes on.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Log } from '../../db/log/port.ts'
import { addDeadLetters, dropDeadLetters, listDeadLetters } from '../../db/work/dead-letters.ts'
import type { Service } from '../../processors/kit/define.ts'
import { retryDeadLetter } from '../../processors/runner/retry.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, type Tick, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { logKinds, missingEngine, openLog } from '../support/logs.ts'
import { appliedRecords, countFacts } from '../support/rows.ts'
import { until } from '../support/until.ts'

// JavaScript has days long before the first that Postgres knows.
const beforeAllDays = -8_640_000_000_000

describe.each(logKinds)('on the %s log', (kind) => {
  const missing = missingEngine(kind)
  const it = missing === '' ? test : test.skip
  let database: TestDatabase
  let log: Log

  beforeAll(async () => {
    database = await createTestDatabase()
    if (missing === '') log = await openLog(kind, database)
  })
  afterAll(async () => {
    await log?.close()
    await database.drop()
  })

  async function prepare(ticks: readonly Tick[]) {
    await database.pool.query('TRUNCATE signal_row, signal_history, consumer_offset, observation, dead_letter, removal')
    const topic = tickTopic(randomBytes(5).toString('hex'), 1)
    await log.ensure([topic])
    await log.append(topic, ticks)
    return topic
  }

  const optionsOf = (service: Service) => ({ service, log, database, clock: systemClock, logger: quiet })

  /** Returns what the runner told of its batches. */
  async function apply(service: Service, records: number) {
    const told = { records: 0, dead: 0 }
    const end = new AbortController()
    const events = {
      batch(batch: typeof told) {
        told.records += batch.records
        told.dead += batch.dead
      },
    }
    const done = runService({ ...optionsOf(service), events }, end.signal)
    try {
      await until('all is applied', async () => (await appliedRecords(database.pool, 'counter')) >= records, 20_000)
    } finally {
      end.abort()
      await done
    }
    return told
  }

  const rowKeys = async () => {
    const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM signal_row ORDER BY key')
    return rows.map(({ key }) => key)
  }
  const lettersOf = async () => (await listDeadLetters(database.pool)).map(({ key, reason }) => `${key}: ${reason}`).sort()
  const wide = (topic: ReturnType<typeof tickTopic>, days = 1e15): Service => {
    const service = counterService(topic)
    return { ...service, selects: (key) => (key === 'wide' ? [{ topic, keys: [key], days }] : service.selects(key)) }
  }

  it('a key whose facts cannot be asked for costs its own row, and a retry mends it once they can', async () => {
    const topic = await prepare(['a', 'wide', 'b'].map((key, n) => ({ key, n })))
    expect(await apply(wide(topic), 3)).toEqual({ records: 3, dead: 1 })
    expect(await rowKeys()).toEqual(['a', 'b'])
    expect(await countFacts(database.pool, topic.name)).toBe(3)
    expect(await lettersOf()).toEqual([expect.stringMatching(/^b: no row for wide: Postgres refuses it \(22\w+\): interval/)])
    const [letter] = await listDeadLetters(database.pool)
    expect(letter!.computeKeys).toEqual(['wide'])
    expect(await retryDeadLetter(optionsOf(wide(topic)), letter!.id)).toMatchObject({ mended: false })
    await database.pool.query('UPDATE dead_letter SET value = NULL')
    expect(await retryDeadLetter(optionsOf(wide(topic)), letter!.id)).toMatchObject({ mended: false })
    expect(await retryDeadLetter(optionsOf(wide(topic, 5)), letter!.id)).toMatchObject({ mended: true, rows: 1 })
    expect(await rowKeys()).toEqual(['a', 'b', 'wide'])
  })

  it('a key that writes one row twice costs its own row', async () => {
    const topic = await prepare(['a', 'twice', 'b'].map((key, n) => ({ key, n })))
    const service = counterService(topic)
    const twice: Service = {
      ...service,
      compute: (key, seen, now) => {
        const made = service.compute(key, seen, now)
        return key === 'twice' ? [...made, ...made] : made
      },
    }
    expect(await apply(twice, 3)).toEqual({ records: 3, dead: 1 })
    expect(await rowKeys()).toEqual(['a', 'b'])
    expect(await lettersOf()).toEqual([expect.stringMatching(/^b: no row for twice: Postgres refuses it \(21000\)/)])
  })

  it('a record that cannot be stored is found among hundreds and set aside alone, and a retry tells that it still fails', async () => {
    const ticks = Array.from({ length: 300 }, (_, n) => ({ key: `k${n % 7}`, n }))
    const topic = await prepare(ticks.with(200, { key: 'ancient', n: beforeAllDays }).with(7, { key: longKey, n: 7 }))
    expect(await apply(counterService(topic), 300)).toEqual({ records: 300, dead: 2 })
    expect(await countFacts(database.pool, topic.name)).toBe(298)
    expect(await rowKeys()).toHaveLength(7)
    const letters = await lettersOf()
    expect(letters[0]).toMatch(/Postgres refuses it \(54000\): index row/)
    expect(letters[1]).toMatch(/^ancient: Postgres refuses it \(22008\): timestamp out of range/)
    const [letter] = await listDeadLetters(database.pool)
    expect(await retryDeadLetter(optionsOf(counterService(topic)), letter!.id)).toEqual({ mended: false, rows: 0 })
    expect((await listDeadLetters(database.pool, { id: letter!.id }))[0]!.retriedAt).not.toBeNull()
  })

  it('a record over which the service’s own code stumbles is set aside, and so is one whose keys cannot be told', async () => {
    const topic = await prepare(['a', 'odd', 'b', 'lost'].map((key, n) => ({ key, n })))
    const service = counterService(topic)
    const stumbling: Service = {
      ...service,
      affected(records) {
        if (records.some(({ key }) => key === 'odd')) throw new TypeError('nothing has no length')
        return service.affected(records)
      },
      selects(key) {
        if (key === 'lost') throw new TypeError('no such key')
        return service.selects(key)
      },
    }
    expect(await apply(stumbling, 4)).toEqual({ records: 4, dead: 2 })
    expect(await rowKeys()).toEqual(['a', 'b'])
    expect(await lettersOf()).toEqual([
      expect.stringMatching(/^lost: no row for lost: no such key/),
      'odd: counter cannot tell what it touches: nothing has no length',
    ])
  })

  it('what the database lacks or cannot do now is tried again, and nothing is set aside', async () => {
    const topic = await prepare([{ key: 'a', n: 1 }])
    const failing = ['40001', '53100', '57P01', '42P01', '08006']
    const left = [...failing]
    const end = new AbortController()
    const beforeStep = async () => {
      const code = left.shift()
      if (code !== undefined) throw Object.assign(new Error(`as Postgres says ${code}`), { code })
    }
    const done = runService({ ...optionsOf(counterService(topic)), beforeStep }, end.signal)
    await until('all is applied', async () => (await appliedRecords(database.pool, 'counter')) >= 1, 50_000)
    end.abort()
    await done
    expect(left).toEqual([])
    expect(await lettersOf()).toEqual([])
    expect(await rowKeys()).toEqual(['a'])
  })

  it('a letter with a NUL is kept', async () => {
    await dropDeadLetters(database.pool)
    const letter = {
      group: 'counter',
      topic: 'test.nul.v1',
      partition: 0,
      offset: 1n,
      key: 'a\0',
      value: 'b\0',
      reason: 'no \0 here',
    }
    await addDeadLetters(database.pool, [letter])
    expect(await listDeadLetters(database.pool)).toMatchObject([{ key: 'a\ufffd', value: 'b\ufffd', reason: 'no \ufffd here' }])
  })
})

// Longer than an index takes, of nothing that can be packed, and the first of any list.
const longKey = `0${randomBytes(4_000).toString('hex')}`

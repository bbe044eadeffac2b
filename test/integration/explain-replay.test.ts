// Rows rebuilt from the log in memory are the rows the runner wrote, byte for byte, on both logs.
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { findRowAt, listRowsAt } from '../../db/rows/history.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Service } from '../../processors/kit/define.ts'
import { compareRows } from '../../processors/replay/compare.ts'
import { gatherEvidence, provenanceOfRow, recompute } from '../../processors/replay/explain.ts'
import { countRecords, replayService } from '../../processors/replay/replay.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, makeTicks, poisonousN, type Tick, tickTopic } from '../support/counter.ts'
import { quiet } from '../support/database.ts'
import { describeOnLogs } from '../support/on-logs.ts'
import { appliedRecords } from '../support/rows.ts'
import { until } from '../support/until.ts'

describeOnLogs('replay', (suite) => {
  async function served(...batches: (readonly Tick[])[]) {
    await suite.database.pool.query('TRUNCATE signal_row, signal_history, consumer_offset, observation, dead_letter, removal')
    const topic = tickTopic(randomBytes(5).toString('hex'))
    const service = counterService(topic)
    await suite.log.ensure([topic])
    const end = new AbortController()
    const running = runService(
      { service, log: suite.log, database: suite.database, clock: systemClock, logger: quiet, maxRecords: 25 },
      end.signal,
    )
    let applied = 0
    for (const ticks of batches) {
      await suite.log.append(topic, ticks)
      applied += ticks.length
      await until('all is applied', async () => (await appliedRecords(suite.database.pool, 'counter')) >= applied)
    }
    end.abort()
    await running
    return { topic, service }
  }

  const replay = (service: Service, more: { from?: Date; to?: Date; onVersion?: (row: SignalRow) => void } = {}) =>
    replayService({ log: suite.log, service, from: null, to: null, computedAt: new Date(), ...more })

  suite.it('makes every served row again, byte for byte', async () => {
    const { service } = await served(makeTicks(300))
    expect(await countRecords({ log: suite.log, service, to: null })).toBe(300)
    const replayed = await replay(service)
    expect(replayed).toMatchObject({ records: 300, dead: 0 })
    const comparison = compareRows(replayed.rows, await listRowsAt(suite.database.pool, 'counter', null, null))
    expect(comparison).toEqual({ equal: 20, different: 0, onlyHere: [], onlyThere: [], differences: [] })
  })

  suite.it('counts the same dead letters and failed keys as the runner', async () => {
    const { service } = await served([
      { key: 'good', n: 1 },
      { key: 'bad', n: poisonousN },
      { key: 'good', n: 'x' as unknown as number },
    ])
    const replayed = await replay(service)
    expect(replayed).toMatchObject({ records: 3, dead: 1, rows: [{ key: 'good' }] })
    expect(Object.fromEntries(replayed.failed)).toEqual({ bad: 'this n cannot be counted' })
  })

  suite.it('forgets what was removed', async () => {
    const { topic, service } = await served([
      { key: 'a', n: 1 },
      { key: 'b', n: 2 },
    ])
    await suite.log.remove(topic, ['a'])
    await suite.log.append(topic, [{ key: 'a', n: 5 }])
    const { rows } = await replay(service)
    expect(rows.map((row) => JSON.parse(row.body).count)).toEqual([1, 1])
    expect(JSON.parse(rows[0]!.body).signal.score).toBe(5)
  })

  suite.it('shows another formula’s differences field by field', async () => {
    const { service } = await served(makeTicks(40, 2))
    const doubled: Service = {
      ...service,
      compute: (key, seen, now) =>
        service
          .compute(key, seen, now)
          .map((draft) => ({ ...draft, body: { ...draft.body, signal: { label: 'counted', score: -1 } } })),
    }
    const { rows } = await replay(doubled)
    const comparison = compareRows(rows, await listRowsAt(suite.database.pool, 'counter', null, null))
    expect(comparison).toMatchObject({ equal: 0, different: 2, differences: [{ field: 'body.signal.score', here: -1 }, {}] })
  })

  suite.it('ends where it is told to and keeps every version from where it is told to', async () => {
    const first = makeTicks(40, 2)
    const { topic, service } = await served(first)
    // Append times have milliseconds on both logs; the moment between must differ from both.
    await new Promise((done) => setTimeout(done, 1_100))
    const between = new Date()
    await new Promise((done) => setTimeout(done, 1_100))
    await suite.log.append(topic, [{ key: 'k0', n: 1_000 }])
    expect((await replay(service, { to: between })).records).toBe(40)
    const versions: SignalRow[] = []
    const { rows } = await replay(service, { from: between, onVersion: (row) => void versions.push(row) })
    expect(versions.map((row) => [row.key, JSON.parse(row.body).count])).toEqual([
      ['k0', 20],
      ['k1', 20],
      ['k0', 21],
    ])
    expect(rows).toHaveLength(2)
  })

  suite.it('finds the very records of a row version, and computes it again', async () => {
    const { service, topic } = await served(makeTicks(60, 3), [{ key: 'k1', n: 777 }])
    const name = { service: 'counter', route: '/count', key: 'k1' }
    const now = (await findRowAt(suite.database.pool, name, null))!
    const before = (await findRowAt(suite.database.pool, name, new Date(now.computedAt.getTime() - 1)))!
    expect(before.id).toBeLessThan(now.id)
    for (const row of [before, now]) {
      const evidence = await gatherEvidence(suite.log, service, row)
      expect(evidence.isComplete).toBe(true)
      expect(evidence.records.size).toBe(provenanceOfRow(row)[0]!.facts)
      expect([...evidence.records.values()].every((record) => record.topic === topic.name && record.key === 'k1')).toBe(true)
      const again = recompute(service, row, evidence)!
      expect([again.body, again.meta, again.inputs]).toEqual([row.body, row.meta, row.inputs])
    }
    const forged = { ...now, body: now.body.replace('counted', 'forged') }
    expect(recompute(service, forged, await gatherEvidence(suite.log, service, forged))!.body).not.toBe(forged.body)
    expect((await gatherEvidence(suite.log, service, { ...now, inputsHash: 'other' })).isComplete).toBe(false)
  })
})

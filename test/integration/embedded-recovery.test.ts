// The embedded Postgres after the worst of nights: a long recovery is waited for, and no kill leaves half a password.
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgresBinaries } from '../../db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { readOrCreatePassword } from '../../db/embedded/init.ts'
import { readPostmaster } from '../../db/embedded/probe.ts'
import { preparePostgresHome } from '../../db/embedded/user.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { quiet } from '../support/database.ts'
import { until } from '../support/until.ts'

test('a server that makes good what a crash has left is waited for, however long it takes, and says so', async () => {
  const folder = createDataDir('recovery')
  onTestFinished(() => removeDataDir(folder))
  await (await startEmbeddedPostgres({ dataDir: folder, logger: quiet })).stop()
  const { dataDir } = preparePostgresHome(folder, findPostgresBinaries())
  // A standby that lets nobody in is in recovery until it is told to end it.
  writeFileSync(join(dataDir, 'standby.signal'), '')
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), 'hot_standby = off\n')
  const said: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
  const patienceMs = 4_000
  const startedAt = Date.now()
  const starting = startEmbeddedPostgres({ dataDir: folder, logger, patienceMs })
  starting.catch(() => undefined) // met below
  await until('it is in recovery', () => /entering standby mode/.test(readFileSync(join(folder, 'postgres.log'), 'utf8')))
  const isOver = async () => Date.now() - startedAt > 1.5 * patienceMs
  await until('it has taken longer than a silent one is waited for', isOver)
  writeFileSync(join(dataDir, 'promote'), '')
  process.kill(readPostmaster(dataDir)!.pid, 'SIGUSR1')
  const server = await starting
  await server.stop()
  expect(said.join('')).toMatch(/makes good what a crash has left/)
})

test('a password is there whole or not at all, and two who make it at once have the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-password-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = Array.from({ length: 2_000 }, (_, index) => join(folder, String(index)))
  const watching = new Worker(
    `const { readFileSync } = require('node:fs'), { parentPort, workerData } = require('node:worker_threads')
     const seen = new Set()
     parentPort.postMessage('ready')
     for (const file of workerData)
       for (let text; text === undefined; ) try { text = readFileSync(file, 'utf8'); seen.add(text.length) } catch {}
     parentPort.postMessage([...seen])`,
    { eval: true, workerData: files },
  )
  await once(watching, 'message')
  const heard = once(watching, 'message')
  const made = files.map(readOrCreatePassword)
  expect((await heard)[0]).toEqual([32])
  expect(files.map(readOrCreatePassword)).toEqual(made)
})

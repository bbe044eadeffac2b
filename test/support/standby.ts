// A second Postgres that follows the first by streaming replication, as an operator's replica does.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgresBinaries } from '../../db/embedded/binaries.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { preparePostgresHome } from '../../db/embedded/user.ts'
import { createDataDir, removeDataDir } from './data-dir.ts'
import { until } from './until.ts'

export interface Standby {
  /** The same role's on the copy. */
  urlOf(url: string): string
  /** While it is paused it has what it had. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

// Of the server that runs there, not of what it holds.
const ownToTheFirst = ['postmaster.pid', 'postmaster.opts']

export async function startStandby(ownerUrl: string): Promise<Standby> {
  const folder = createDataDir('standby')
  const home = preparePostgresHome(folder, findPostgresBinaries())
  const first = new pg.Client({ connectionString: ownerUrl })
  await first.connect()
  const setting = async (name: string): Promise<string> => (await first.query(`SHOW ${name}`)).rows[0][name]
  // A standby refuses to follow one that may have more.
  const maxConnections = await setting('max_connections')
  await first.query(`SELECT pg_backup_start('standby', true)`)
  const source = await setting('data_directory')
  // With their owners; of what goes meanwhile the log of changes tells.
  spawnSync('cp', ['-a', `${source}/.`, home.dataDir])
  for (const name of ownToTheFirst) rmSync(join(home.dataDir, name), { force: true })
  const { labelfile } = (await first.query('SELECT labelfile FROM pg_backup_stop(false)')).rows[0]
  await first.end()
  const give = (name: string, text: string) => {
    const path = join(home.dataDir, name)
    appendFileSync(path, text)
    if ('uid' in home.identity) chownSync(path, home.identity.uid!, home.identity.gid!)
  }
  give('backup_label', labelfile)
  give('standby.signal', '')
  const { hostname, port: firstPort, username, password } = new URL(ownerUrl)
  const from = `host=${hostname} port=${firstPort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`
  give('postgresql.auto.conf', `primary_conninfo = '${from}'\n`)
  const port = await freePort()
  const log = openSync(join(folder, 'standby.log'), 'a')
  const flags = ['-D', home.dataDir, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const server = spawn(home.binaries.postgres, [...flags, '-c', `max_connections=${maxConnections}`], {
    ...home.identity,
    ...{ cwd: '/', stdio: ['ignore', log, log] },
  })
  const exited = new Promise((done) => server.once('exit', done))
  const urlOf = (text: string): string => {
    const url = new URL(text)
    url.port = String(port)
    return url.href
  }
  const say = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: urlOf(ownerUrl) })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await until('the standby answers', () =>
    say('SELECT 1').then(
      () => true,
      () => false,
    ),
  )
  return {
    urlOf,
    pause: () => say('SELECT pg_wal_replay_pause()'),
    resume: () => say('SELECT pg_wal_replay_resume()'),
    async stop() {
      server.kill('SIGINT')
      await exited
      removeDataDir(folder)
    },
  }
}

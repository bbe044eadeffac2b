// The database's own client on the gateway's database, reading only unless it is told to write.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readEnvironment } from '../app/config/index.ts'
import { startEmbeddedPostgres } from '../db/embedded/index.ts'
import { runCommand } from './command.ts'
import { expectOurTables, expectPlace } from './place.ts'

const help = `usage: npm run psql [-- [--command <SQL>] [--csv] [--write]]

psql on the database of DATABASE_URL (of DATABASE_READ_URL, where it reads only), or on the embedded one in DATA_DIR (started
for as long where it does not run), with the program's own role. Every transaction is read-only; --write leaves that out.
v_signal, v_signal_history and v_fact are made for people: docs/analysts.md.
Exit: psql's own, 1 psql is not installed, 2 no database here, or not of this release.`

const readOnly = '-c default_transaction_read_only=on'

await runCommand({
  name: 'psql',
  help,
  words: 0,
  flags: { command: 'string', csv: 'boolean', write: 'boolean' },
  async run({ config, logger, flags, print }) {
    if (config.databaseUrl === null) expectPlace(config.dataDir)
    const embedded = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, logger }) : null
    try {
      const wanted = flags.write === true ? config.databaseUrl : (config.databaseReadUrl ?? config.databaseUrl)
      const url = wanted ?? embedded!.url
      await expectOurTables(url, config)
      const words = [...(flags.csv ? ['--csv'] : []), ...(typeof flags.command === 'string' ? ['--command', flags.command] : [])]
      return await talk(url, words, flags.write === true)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      print('psql is not installed; Debian: apt install postgresql-client, macOS: brew install libpq')
      return 1
    } finally {
      await embedded?.stop()
    }
  },
})

async function talk(text: string, words: readonly string[], mayWrite: boolean): Promise<number> {
  if (mayWrite) return run(text, words, {})
  if (await takesOptions(text)) return run(text, words, { PGOPTIONS: readOnly })
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-psql-'))
  try {
    return await run(text, words, { PSQLRC: writeStart(folder) })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// A pooler in between refuses them, or takes them and leaves them out.
async function takesOptions(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, options: readOnly, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query('SHOW default_transaction_read_only')).rows[0].default_transaction_read_only === 'on'
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** What psql begins with: that nothing may be written, and then what its user begins with. */
function writeStart(folder: string): string {
  const own = readEnvironment().PSQLRC ?? join(homedir(), '.psqlrc')
  const lines = ['\\set QUIET on', 'SET default_transaction_read_only = on;', '\\set QUIET off']
  const path = join(folder, 'psqlrc')
  writeFileSync(path, `${[...lines, ...(existsSync(own) ? [`\\i '${own.replaceAll("'", "''")}'`] : [])].join('\n')}\n`)
  return path
}

// The password goes by the environment: what is on the command line every user of the machine can read.
function run(text: string, words: readonly string[], how: Readonly<Record<string, string>>): Promise<number> {
  const url = new URL(text)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const { PATH, HOME, TERM, LANG, PAGER, PSQLRC } = readEnvironment()
  const env = {
    ...{ PATH, HOME, TERM, LANG, PAGER, PSQLRC },
    ...(password === '' ? {} : { PGPASSWORD: password }),
    ...how,
  }
  return new Promise((resolve, reject) => {
    const child = spawn('psql', ['--dbname', url.href, '--set', 'ON_ERROR_STOP=1', ...words], { stdio: 'inherit', env })
    // Ctrl-C there ends a query, not us.
    process.on('SIGINT', () => undefined)
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

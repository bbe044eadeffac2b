// Several databases on one throw-away server, so that what is compared meets the same machine.
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../db/embedded/index.ts'
import { programName } from '../../../db/embedded/roles.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { quiet } from './engine.ts'

export async function withDatabases(count: number, work: (urls: readonly string[]) => Promise<void>): Promise<void> {
  const dataDir = createDataDir('bench')
  const postgres = await startEmbeddedPostgres({ dataDir, logger: quiet })
  try {
    const urls: string[] = []
    const owner = new pg.Client({ connectionString: postgres.ownerUrl })
    await owner.connect()
    for (let n = 1; n <= count; n++) {
      await owner.query(`CREATE DATABASE bench_${n} OWNER ${programName}`)
      urls.push(Object.assign(new URL(postgres.url), { pathname: `/bench_${n}` }).href)
    }
    await owner.end()
    for (const url of urls) await migrateDatabase(url)
    await work(urls)
  } finally {
    await postgres.stop()
    removeDataDir(dataDir)
  }
}

// Starts the engines all integration tests share: an embedded Postgres, and Kafka from wherever one can be had.
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { findPostgresBinaries } from '../../db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { readPostmaster } from '../../db/embedded/probe.ts'
import { preparePostgresHome } from '../../db/embedded/user.ts'
import { createDataDir, removeDataDir, removeOrphans } from './data-dir.ts'
import { createTemplate } from './database.ts'
import { endsWithUs } from './ends-with-us.ts'
import { startKafka } from './kafka/start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** As the server's owner. */
    postgresUrl: string
    /** As the program's role. */
    programUrl: string
    kafkaBrokers: string
    kafkaMissing: string
  }
}

export default async function startEngines(project: TestProject): Promise<() => Promise<void>> {
  // Two projects need them, and are set up one after the other: the second finds what the first has told to all.
  const { vitest } = project
  if ('postgresUrl' in vitest.getProvidedContext()) return async () => undefined
  removeOrphans()
  const dataDir = createDataDir('test')
  const [postgres, kafka] = await Promise.all([
    startEmbeddedPostgres({ dataDir, logger: pino({ level: 'warn' }) }),
    startKafka().catch((error: Error) => ({ brokers: '', missing: error.message, stop: async () => undefined })),
  ])
  if (kafka.missing !== '' && process.env.CI === 'true') throw new Error(`Kafka must run under CI: ${kafka.missing}`)
  const postmaster = readPostmaster(preparePostgresHome(dataDir, findPostgresBinaries()).dataDir)
  const forget = postmaster === null ? () => undefined : endsWithUs(postmaster.pid, 'INT')
  await createTemplate(postgres.ownerUrl, postgres.url)
  vitest.provide('postgresUrl', postgres.ownerUrl)
  vitest.provide('programUrl', postgres.url)
  vitest.provide('kafkaBrokers', kafka.brokers)
  vitest.provide('kafkaMissing', kafka.missing)
  return async () => {
    await kafka.stop()
    await postgres.stop()
    forget()
    removeDataDir(dataDir)
  }
}

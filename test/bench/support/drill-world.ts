// What a drill kills or freezes: each role as a process of its own over one database, one log and one demo chain, which outlive them.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase, type Database } from '../../../db/client.ts'
import { findPostgresBinaries } from '../../../db/embedded/binaries.ts'
import { freePort } from '../../../db/embedded/free-port.ts'
import { startEmbeddedPostgres } from '../../../db/embedded/index.ts'
import { readPostmaster } from '../../../db/embedded/probe.ts'
import { preparePostgresHome } from '../../../db/embedded/user.ts'
import { createKafkaLog } from '../../../db/log/kafka/index.ts'
import type { Log } from '../../../db/log/port.ts'
import { createPostgresLog } from '../../../db/log/postgres/index.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { type RunningDemoChain, startDemoChain } from '../../../devnet/demo.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { startLocalBroker } from '../../support/kafka/local.ts'
import { spawnTollgate, type TollgateProcess } from '../../support/process.ts'
import { quiet } from './engine.ts'

/** Each comes back as whoever supervises it would bring it back, at once. */
export interface Part {
  kill(): Promise<void>
  /** All of its processes as they run now. */
  pids(): readonly number[]
}

export interface DrillWorld {
  readonly url: string
  readonly chain: RunningDemoChain
  readonly database: Database
  readonly log: Log
  /** The settings of every process, for a command beside them. */
  readonly env: Readonly<Record<string, string>>
  readonly parts: Readonly<Record<string, Part>>
  ready(): Promise<void>
  /** The last words of each process, and how it ended where it did. */
  said(): string
  stop(): Promise<void>
}

const sources = 'treasury-yields,nyfed-rates,fed-ebp,ofr-fsi,fred'
const roles = { api: 'api', ingestor: 'ingest', 'processor 1': 'process', 'processor 2': 'process' }

export async function openDrillWorld({ onKafka }: { onKafka: boolean }): Promise<DrillWorld> {
  const dataDir = createDataDir('drill')
  const stops: (() => Promise<unknown> | unknown)[] = [() => removeDataDir(dataDir)]
  const stop = async () => {
    for (const part of stops.splice(0).reverse()) await part()
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, logger: quiet })
    stops.push(() => postgres.stop())
    await migrateDatabase(postgres.url)
    const broker = onKafka ? await startLocalBroker() : null
    stops.push(() => broker?.stop())
    const chain = await startDemoChain({ port: await freePort(), dataDir, attach: false, logger: quiet })
    stops.push(() => chain.stop())
    const database = createDatabase({ url: postgres.url, poolSize: 6, logger: quiet })
    stops.push(() => database.close())
    const log =
      broker === null
        ? createPostgresLog({ database, logger: quiet })
        : await createKafkaLog({ brokers: [broker.address], logger: quiet })
    stops.push(() => log.close())
    const shared = {
      ...{ DATABASE_URL: postgres.url, KAFKA_BROKERS: broker?.address ?? '', DATA_DIR: dataDir, ONLY_SOURCES: sources },
      ...{
        INGEST_JITTER_SECONDS: '0',
        LOG_LEVEL: 'warn',
        STALL_LIMIT_SECONDS: '60',
        DEVNET_PORT: String(await freePort()),
      },
    }
    const running = new Map<string, { one: TollgateProcess; env: Record<string, string>; probe: string }>()
    const launch = (name: string, env: Record<string, string>) =>
      running.set(name, { one: spawnTollgate(env), env, probe: `http://127.0.0.1:${env.METRICS_PORT}/readyz` })
    for (const [name, ROLE] of Object.entries(roles)) {
      const [PORT, METRICS_PORT] = [await freePort(), await freePort()].map(String) as [string, string]
      launch(name, { ...shared, ROLE, PORT, METRICS_PORT })
    }
    stops.push(() => Promise.all([...running.values()].map(({ one }) => one.end('SIGTERM'))))
    const killProcess = async (name: string) => {
      const { one, env } = running.get(name)!
      await one.end('SIGKILL')
      launch(name, env)
    }
    const postmaster = () => readPostmaster(preparePostgresHome(dataDir, findPostgresBinaries()).dataDir)!.pid
    return {
      ...{ url: running.get('api')!.one.url, chain, database, log, env: shared, stop },
      parts: {
        ...Object.fromEntries(
          Object.keys(roles).map((name) => [
            name,
            { kill: () => killProcess(name), pids: () => withChildren(running.get(name)!.one.child.pid!) },
          ]),
        ),
        // The server that we brought is started again by its watcher.
        Postgres: { kill: async () => void process.kill(postmaster(), 'SIGKILL'), pids: () => withChildren(postmaster()) },
        ...(broker !== null && {
          Kafka: {
            async kill() {
              await broker.kill()
              await broker.restart()
            },
            pids: () => withChildren(broker.pid()),
          },
        }),
      },
      said: () =>
        [...running]
          .map(([name, { one }]) => `${name} (${one.child.exitCode ?? 'running'}): ${one.output().slice(-1_500)}`)
          .join('\n'),
      async ready() {
        for (const [name, { one, probe }] of running)
          while (!(await fetch(probe).catch(() => null))?.ok) {
            if (one.child.exitCode !== null) throw new Error(`${name} ended\n${one.output().slice(-2_000)}`)
            await wait(250)
          }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function withChildren(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [pid, ...all.filter((name) => parentOf(name) === pid).flatMap((name) => withChildren(Number(name)))]
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null // ended meanwhile
  }
}

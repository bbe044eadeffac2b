// The program as `npm start` starts it, with every source and the lending market: in a process, a folder and a database of its own.
import { createDatabase } from '../../db/client.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { createDataDir, removeDataDir } from './data-dir.ts'
import { quiet } from './database.ts'
import { type Gateway, gatewayOf } from './gateway.ts'
import { spawnTollgate, type TollgateProcess, untilHealthy } from './process.ts'

export interface WholeProgram {
  readonly tollgate: TollgateProcess
  /** Pays it. */
  readonly gateway: Gateway
  /** By which commands find it. */
  readonly env: Readonly<Record<'DATA_DIR' | 'PORT' | 'DEVNET_PORT', string>>
}

export async function startWholeProgram(): Promise<WholeProgram> {
  const folder = createDataDir('whole')
  const env = { DATA_DIR: folder, PORT: String(await freePort()), DEVNET_PORT: String(await freePort()) }
  const tollgate = spawnTollgate({ ...env, DEMO_LENDING: 'on', WARM_WORKERS: 'on' })
  const end = async () => {
    await tollgate.end('SIGTERM')
    removeDataDir(folder)
  }
  try {
    await untilHealthy(tollgate)
    // The one that the program has started.
    const server = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
    const database = createDatabase({ url: server.url, poolSize: 4, logger: quiet })
    const close = async () => {
      await database.close()
      await end()
      await server.stop()
    }
    return { tollgate, gateway: { ...(await gatewayOf(tollgate.url, database, folder)), close }, env }
  } catch (error) {
    await end()
    throw error
  }
}

// The whole program in this process on a database of its own, and one client for it: what a route costs is paid here and nowhere else.

import { loadConfig } from '../../app/config/index.ts'
import { startTollgate } from '../../app/start.ts'
import type { Database } from '../../db/client.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { attachDevnet, type Devnet } from '../../devnet/index.ts'
import { findDemoChain } from '../../devnet/other-demo.ts'
import { createDataDir, removeDataDir } from './data-dir.ts'
import { createTestDatabase, quiet } from './database.ts'
import { currentClient, type Fetch, fundedAccount } from './payment/clients.ts'

export interface GatewayAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: any
}

export interface Gateway {
  readonly url: string
  readonly database: Database
  readonly chain: Devnet
  get(path: string): Promise<GatewayAnswer>
  post(path: string, body: unknown): Promise<GatewayAnswer>
  close(): Promise<void>
}

/** One client for a program that runs, whoever started it. */
export async function gatewayOf(url: string, database: Database, dataDir: string): Promise<Omit<Gateway, 'close'>> {
  const chain = await attachDevnet(findDemoChain(dataDir)!)
  const pay = createBuyer(currentClient(await fundedAccount(chain)))
  return {
    url,
    database,
    chain,
    get: (path) => pay(`${url}${path}`),
    post: (path, body) =>
      pay(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

export async function openGateway(env: Record<string, string>): Promise<Gateway> {
  const database = await createTestDatabase()
  const dataDir = createDataDir('gateway')
  const config = loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DEVNET_PORT: String(await freePort()),
    DEMO_LENDING: 'off',
    WARM_WORKERS: 'off',
    ...env,
  })
  const running = await startTollgate(config, quiet, (error) => {
    throw error
  })
  return {
    ...(await gatewayOf(running.url!, database, dataDir)),
    async close() {
      await running.stop()
      await database.drop()
      removeDataDir(dataDir)
    },
  }
}

// Asks without paying first, as a stranger would: what is free or refused never meets the wallet.
function createBuyer(wallet: Fetch) {
  return async (url: string, init?: RequestInit): Promise<GatewayAnswer> => {
    const free = await fetch(url, init)
    const answer = free.status === 402 ? await wallet(url, init) : free
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) }
  }
}

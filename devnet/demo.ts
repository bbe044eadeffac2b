// The demo world's chain for a running program: takes its usual port or another free one, and tells the command line where it is.
import { createServer } from 'node:net'
import type { Logger } from 'pino'
import { TollgateError } from '../base/errors.ts'
import { facilitatorAccount, payToAccount } from './accounts.ts'
import { paceBlocks } from './block-pace.ts'
import { chooseCache } from './contracts/cache-folder.ts'
import { attachDevnet, type Devnet, startDevnet } from './index.ts'
import { hasSnapshot } from './market/snapshot-file.ts'
import { type MarketStatus, marketElsewhere, marketOff } from './market/status.ts'
import { type MarketThread, startMarketThread } from './market/thread.ts'
import { findDemoChain } from './other-demo.ts'
import { publish, withdraw } from './published-file.ts'

export type RunningDemoChain = Devnet & {
  readonly facilitatorKey: `0x${string}`
  readonly payTo: string
  /** Builds the lending market beside everything else; does nothing in a process that does not run the chain itself. */
  openMarket(): void
  closeMarket(): Promise<void>
  marketStatus(): MarketStatus
}

const usualPort = 8_545
const noMarket = { openMarket: () => undefined, closeMarket: async () => undefined, marketStatus: () => marketElsewhere }
const publishedFiles = ['chain.json', 'deployments.json', 'specimens.json'] as const

/** `attach` is for a further process of the same demo world: it uses the chain that the first one runs. */
export async function startDemoChain(o: {
  port: number | null
  dataDir: string
  attach: boolean
  /** Opens the market without being asked where that takes no compiling: contracts deployed once are kept. */
  marketAtOnce?: boolean
  logger: Logger
  signal?: AbortSignal
}): Promise<RunningDemoChain> {
  const accounts = { facilitatorKey: facilitatorAccount.privateKey, payTo: payToAccount.address }
  if (o.attach) {
    const places = findDemoChain(o.dataDir)
    // None yet, or one that is gone: this process starts it.
    const running = places === null ? null : await attachDevnet(places).catch(() => null)
    if (running !== null) return { ...running, ...accounts, ...noMarket }
  }
  const port = o.port ?? ((await isFree(usualPort)) || (await isFree(0)))
  if (port === false) throw new TollgateError('chain_unavailable', 'No free port for the demo chain.')
  // A process that was killed left the addresses of a chain that is gone.
  for (const file of publishedFiles) withdraw(o.dataDir, file)
  const chain = await startDevnet({ port, dataDir: o.dataDir, signal: o.signal })
  const { rpcUrl, walletUrl, chainId } = chain
  const pace = paceBlocks(chain.rpc)
  publish(o.dataDir, 'chain.json', { rpcUrl, walletUrl, chainId })
  let market: MarketThread | null = null
  const openMarket = () => {
    market ??= startMarketThread({ rpcUrl, chainId, dataDir: o.dataDir }, o.logger)
  }
  o.logger.info({ rpc: walletUrl, run: chain.run }, 'the demo chain runs')
  if (o.marketAtOnce === true && (await hasSnapshot(await chooseCache(o.dataDir)))) openMarket()
  return {
    ...chain,
    ...accounts,
    openMarket,
    closeMarket: async () => market?.stop(),
    marketStatus: () => market?.status() ?? marketOff,
    async stop() {
      await market?.stop()
      await pace.stop()
      for (const file of publishedFiles) withdraw(o.dataDir, file)
      await chain.stop()
    },
  }
}

function isFree(port: number): Promise<number | false> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => {
      const taken = (probe.address() as { port: number }).port
      probe.close(() => done(taken))
    })
  })
}

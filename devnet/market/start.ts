// The demo market of a running program: built in the background, kept moving until it is stopped, and never in anybody's way.
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../base/errors.ts'
import { loadArtifacts } from '../contracts/artifacts.ts'
import { chooseCache } from '../contracts/cache-folder.ts'
import { ownInput } from '../contracts/sources.ts'
import { createChain } from '../lending/chain.ts'
import { createPriceWalk, type PriceWalk } from '../lending/price-walk.ts'
import { publish, withdraw } from '../published-file.ts'
import { type DemoMarket, deployMarket, loadMarketArtifacts } from './build.ts'
import { describeDeployment } from './deployment.ts'
import { openBook } from './open-book.ts'
import { missingPackages } from './packages.ts'
import { deploySpecimens } from './specimens.ts'
import type { MarketStatus } from './status.ts'
import type { MarketSettings } from './thread.ts'
import { takeTurn } from './turn.ts'

type Say = (fields: object, text: string) => void
export type MarketOptions = MarketSettings & {
  readonly log: { readonly info: Say; readonly warn: Say; readonly error: Say }
  readonly onStatus?: (status: MarketStatus) => void
  readonly borrowers?: number
  readonly turnMs?: number
  readonly random?: () => number
}

export interface RunningMarket {
  status(): MarketStatus
  /** What was built, once it is, and the walk that decides its prices: a test looks into the one and shocks the other. */
  built(): { readonly market: DemoMarket; readonly walk: PriceWalk } | null
  stop(): Promise<void>
}

const usualBorrowers = 200
const usualTurnMs = 5_000
// Who looks in the first hour sees more of it; after that a day's blocks must fit into the local chain's memory.
const livelyMs = 3_600_000
const laterTurnMs = 10_000
const stopDeadlineMs = 600
const mostAttempts = 3
const anewAfterMs = 1_000

export function startMarket(options: MarketOptions): RunningMarket {
  const { dataDir, log, random = Math.random } = options
  const ending = new AbortController()
  const { signal } = ending
  let status: MarketStatus = { state: 'waiting', detail: 'about to start' }
  let built: ReturnType<RunningMarket['built']> = null
  const become = (next: MarketStatus) => {
    status = next
    options.onStatus?.(next)
  }

  async function run(): Promise<void> {
    const startedAt = performance.now()
    const compile = { signal, cacheFolder: await chooseCache(dataDir), onCompile: tellCompile }
    const missing = missingPackages()
    const loading = missing.length > 0 ? null : loadMarketArtifacts(compile)
    // The specimens do not wait for the lenders' compilation, nor the market for them; what fails is told where it is awaited.
    loading?.catch(() => undefined)
    const showing = showSpecimens(options, compile)
    showing.catch(() => undefined)
    if (loading === null) {
      await showing
      become({ state: 'missing', detail: `no lending market: not installed are ${missing.join(', ')}` })
      log.warn({ missing }, 'the demo has no lending market: its packages are for development and not installed')
      return
    }
    const artifacts = await loading
    become({ state: 'deploying', detail: 'deploying both lending protocols, the exchange and the borrowers' })
    const build = {
      borrowers: options.borrowers ?? usualBorrowers,
      random,
      signal,
      cacheFolder: compile.cacheFolder,
      others: showing,
    }
    const market = await deployMarket(options.rpcUrl, artifacts, build)
    await openBook(market)
    publish(dataDir, 'deployments.json', [describeDeployment(market, options.chainId)])
    log.info(
      { borrowers: market.borrowers.length, ms: Math.round(performance.now() - startedAt) },
      'the demo lending market is open',
    )
    await showing
    built = { market, walk: createPriceWalk(market.lending.tokens, random) }
    await keepMoving(built)
  }

  function tellCompile(name: string): void {
    become({ state: 'compiling', detail: `compiling ${name}: once, then cached` })
    log.info({ contracts: name }, 'compiling contracts for the demo chain: once, then cached')
  }

  async function keepMoving({ market, walk }: { market: DemoMarket; walk: PriceWalk }): Promise<void> {
    const openedAt = performance.now()
    let [steps, liquidations] = [0, 0]
    for (;;) {
      try {
        const turn = await takeTurn(market, walk, random)
        steps++
        liquidations += turn.liquidations
        const counts = { borrowers: market.borrowers.length, steps, liquidations, last_step_at: new Date().toISOString() }
        become({ state: 'running', detail: 'prices move and borrowers act', ...counts })
        if (turn.liquidations > 0) log.info({ ...turn, steps }, 'the demo liquidated')
      } catch (error) {
        if (signal.aborted) return
        become({ ...status, detail: `the last step failed: ${briefly(error)}` })
        log.warn({ reason: briefly(error), steps }, 'a step of the demo market failed; the next one tries again')
      }
      const usualMs = performance.now() - openedAt < livelyMs ? usualTurnMs : laterTurnMs
      await wait(options.turnMs ?? usualMs, undefined, { signal })
    }
  }

  // Whoever else sends from the same accounts may take a transaction's place in the middle of it.
  async function runAnew(): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await run()
      } catch (error) {
        if (signal.aborted) return
        if (attempt < mostAttempts) {
          log.warn({ reason: briefly(error), attempt }, 'the demo lending market could not be built; once more from the start')
          await wait(anewAfterMs, undefined, { signal }).catch(() => undefined)
          continue
        }
        become({ state: 'failed', detail: briefly(error) })
        log.error({ reason: briefly(error) }, 'the demo lending market could not be built; the rest runs without it')
        return
      }
    }
  }

  const done = runAnew()
  return {
    status: () => status,
    built: () => built,
    async stop() {
      ending.abort()
      await Promise.race([done, wait(stopDeadlineMs, undefined, { ref: false })])
      for (const file of ['deployments.json', 'specimens.json'] as const) withdraw(dataDir, file)
    },
  }
}

async function showSpecimens(
  { rpcUrl, chainId, dataDir }: MarketOptions,
  compile: Parameters<typeof loadArtifacts>[1] & { signal: AbortSignal },
): Promise<void> {
  const own = await loadArtifacts(ownInput(), compile)
  publish(dataDir, 'specimens.json', await deploySpecimens(createChain(rpcUrl, compile.signal), own, chainId))
}

// The chain library's errors go on with the whole request, kilobytes of it.
function briefly(error: unknown): string {
  return messageOf(error).split('\n')[0]!
}

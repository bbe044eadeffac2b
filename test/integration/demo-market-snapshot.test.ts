// The demo market's contracts, deployed once and given to the next chain: the same contracts there, and they work.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { type RunningDemoChain, startDemoChain } from '../../devnet/demo.ts'
import { devnetChainId } from '../../devnet/index.ts'
import { createChain } from '../../devnet/lending/chain.ts'
import { type DemoMarket, deployMarket, loadMarketArtifacts } from '../../devnet/market/build.ts'
import { describeDeployment } from '../../devnet/market/deployment.ts'
import { openBook } from '../../devnet/market/open-book.ts'
import { scanBook } from '../../devnet/market/scan.ts'
import { listAccounts } from '../../devnet/market/snapshot.ts'
import { hasSnapshot } from '../../devnet/market/snapshot-file.ts'
import { deploySpecimens } from '../../devnet/market/specimens.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { quiet } from '../support/quiet.ts'

// On a machine that never compiled the contracts this waits for the compiler.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 })

const cacheFolder = mkdtempSync(join(tmpdir(), 'tollgate-snapshot-'))
const chains: RunningDemoChain[] = []
afterAll(async () => {
  for (const chain of chains) await chain.stop()
  rmSync(cacheFolder, { recursive: true, force: true })
})

async function openChain(dataDir = cacheFolder): Promise<RunningDemoChain> {
  const chain = await startDemoChain({ port: await freePort(), dataDir, attach: false, logger: quiet })
  chains.push(chain)
  return chain
}

async function build(chain?: RunningDemoChain): Promise<{ chain: RunningDemoChain; market: DemoMarket; blocks: number }> {
  const on = chain ?? (await openChain())
  const options = { borrowers: 12, random: seededRandom(5).next, signal: new AbortController().signal, cacheFolder }
  const market = await deployMarket(on.rpcUrl, await loadMarketArtifacts({}), options)
  const blocks = Number(await on.rpc<string>('eth_blockNumber')) - market.firstBlock
  return { chain: on, market, blocks }
}

test('a market is deployed once; a later chain is given it and works like the first', async () => {
  expect(await hasSnapshot(cacheFolder)).toBe(false)
  const first = await build()
  expect(await hasSnapshot(cacheFolder)).toBe(true)
  const second = await build()
  expect(first.blocks).toBeGreaterThan(100)
  expect(second.blocks).toBe(0)
  expect(second.chain.run).not.toBe(first.chain.run)
  // How many blocks a chain's own wallets took before it is the chain's affair.
  const place = ({ market }: typeof first) => describeDeployment({ ...market, firstBlock: 0 }, 1)
  expect(place(second)).toEqual(place(first))
  for (const { market } of [first, second]) {
    const { lending } = market
    await openBook(market)
    const prices = Object.fromEntries(lending.tokens.map(({ symbol, priceUsd }) => [symbol, priceUsd]))
    const standings = await scanBook(market, prices)
    expect(standings).toHaveLength(12)
    expect(standings.every(({ debtUsd }) => debtUsd > 0)).toBe(true)
    // A later chain's day is another; what was borrowed a moment ago has hardly grown since.
    const owed = standings.reduce((sum, { debtUsd }) => sum + debtUsd, 0)
    const drawn = market.borrowers.reduce((sum, borrower) => {
      const of = (symbol: string, amount: number) => amount * prices[symbol]!
      if (borrower.protocol === 'morpho-blue')
        return sum + of(lending.morpho.markets[borrower.market]!.loan.symbol, borrower.debt)
      return sum + Object.entries(borrower.debt).reduce((all, [symbol, amount]) => all + of(symbol, amount), 0)
    }, 0)
    expect(Math.abs(owed / drawn - 1)).toBeLessThan(1e-4)
  }
  // What a chain knows already is not laid over it: the market is deployed anew beside the first.
  const third = await build(second.chain)
  expect(third.blocks).toBeGreaterThan(100)
  expect(third.market.lending.aave.pool.address).not.toBe(second.market.lending.aave.pool.address)
})

test('of what others deploy while the market is deployed nothing is given to a later chain, which they deploy on anew', async () => {
  const own = (await loadMarketArtifacts({})).own
  const folder = mkdtempSync(join(cacheFolder, 'beside-'))
  const buildBeside = async (isPlaced: boolean) => {
    const chain = await openChain(folder)
    const { signal } = new AbortController()
    const show = () => deploySpecimens(createChain(chain.rpcUrl, signal), own, devnetChainId)
    const others = isPlaced ? undefined : show()
    const options = { borrowers: 1, random: seededRandom(5).next, signal, cacheFolder: folder, ...(others && { others }) }
    await deployMarket(chain.rpcUrl, await loadMarketArtifacts({}), options)
    return others ?? show()
  }
  const first = await buildBeside(false)
  expect(await buildBeside(true)).toEqual(first)
})

test('a chain that knows much already is given the market all the same', async () => {
  const chain = await openChain()
  // Packed it is as long: nothing repeats.
  for (let i = 1; i <= 9; i++)
    await chain.rpc('anvil_setCode', `0x${String(i).padStart(40, '0')}`, `0x${randomBytes(800_000).toString('hex')}`)
  const accounts = await listAccounts(createChain(chain.rpcUrl))
  expect(accounts['0x0000000000000000000000000000000000000009']!.code).toHaveLength(2 + 2 * 800_000)
})

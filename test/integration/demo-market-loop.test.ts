// The demo's lending market as npm start runs it: built, written down for readers, moved, shocked, liquidated, filled again, stopped.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { createPublicClient, http, parseAbi, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Deployment, deployments } from '../../app/config/deployments.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { type RunningDemoChain, startDemoChain } from '../../devnet/demo.ts'
import { devnetChainId } from '../../devnet/index.ts'
import { scanBook } from '../../devnet/market/scan.ts'
import { type RunningMarket, startMarket } from '../../devnet/market/start.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import { quiet } from '../support/quiet.ts'
import { until } from '../support/until.ts'

// On a machine that never compiled the contracts this waits for the compiler, which takes a minute or several.
const buildMs = 400_000
const moveMs = 120_000
vi.setConfig({ testTimeout: buildMs, hookTimeout: buildMs })

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const contractAbi = parseAbi([
  'function getPriceOracle() view returns (address)',
  'function getAssetPrice(address asset) view returns (uint256)',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96) params) returns (uint256 amountOut, uint160, uint32, uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function symbol() view returns (string)',
])

let dataDir: string
let chain: RunningDemoChain

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-market-'))
  chain = await startDemoChain({ port: await freePort(), dataDir, attach: false, logger: quiet })
})
afterAll(async () => {
  await chain?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const published = (name: string) => join(dataDir, 'devnet', name)
const read = (name: string) => JSON.parse(readFileSync(published(name), 'utf8'))
const client = () => createPublicClient({ transport: http(chain.rpcUrl) })

describe('a market that is shocked', () => {
  let market: RunningMarket
  let deployment: Deployment

  beforeAll(async () => {
    const random = seededRandom(11).next
    market = startMarket({
      rpcUrl: chain.rpcUrl,
      chainId: devnetChainId,
      dataDir,
      log: silent,
      borrowers: 40,
      turnMs: 20,
      random,
    })
    await until('it runs or has failed', async () => ['running', 'failed', 'missing'].includes(market.status().state), buildMs)
    expect(market.status()).toMatchObject({ state: 'running', borrowers: 40 })
    deployment = read('deployments.json')[0]
  })
  afterAll(() => market?.stop())

  const tokenOf = (symbol: string) =>
    deployment.uniswap_v3!.quote_tokens.find((quote) => quote.symbol === symbol)!.token as `0x${string}`
  const oraclePrice = async () => {
    const address = deployment.aave_v3[0]!.addresses_provider as `0x${string}`
    const oracle = await client().readContract({ address, abi: contractAbi, functionName: 'getPriceOracle' })
    return client().readContract({ address: oracle, abi: contractAbi, functionName: 'getAssetPrice', args: [tokenOf('WETH')] })
  }
  const debtUsd = async () => {
    const { market: built, walk } = market.built()!
    return (await scanBook(built, walk.now())).reduce((sum, standing) => sum + standing.debtUsd, 0)
  }

  test('its deployment has the shape that readers take, and code at every address', async () => {
    expect(Value.Check(deployments, read('deployments.json'))).toBe(true)
    expect(deployment.chain_id).toBe(devnetChainId)
    const [{ pool, addresses_provider }] = deployment.aave_v3 as [Deployment['aave_v3'][number]]
    const { factory } = deployment.uniswap_v3!
    for (const address of [pool, addresses_provider, deployment.morpho_blue!.address, factory, deployment.multicall3]) {
      expect((await client().getCode({ address: address as `0x${string}` }))?.length ?? 0, address).toBeGreaterThan(100)
    }
  })

  test('its oracle moves and the exchange follows: a small sale at the price, a large one well below', async () => {
    const before = await oraclePrice()
    await until('the oracle answers another price', async () => (await oraclePrice()) !== before, moveMs)
    const quote = async (eth: string, fee: number) => {
      const amountIn = parseUnits(eth, 18)
      const args = [{ tokenIn: tokenOf('WETH'), tokenOut: tokenOf('USDC'), amountIn, fee, sqrtPriceLimitX96: 0n }] as const
      const { address } = market.built()!.market.exchange.quoter
      const { result } = await client().simulateContract({
        address,
        abi: contractAbi,
        functionName: 'quoteExactInputSingle',
        args,
      })
      return Number(result[0]) / 1e6 / Number(eth)
    }
    for (const fee of deployment.uniswap_v3!.fee_tiers) {
      // Twenty milliseconds a turn: the price moves on between the two questions, and sales press it for a turn.
      await until(
        'the small quote is near the oracle',
        async () => Math.abs((await quote('0.1', fee)) / (Number(await oraclePrice()) / 1e8) - 1) < 0.02,
        moveMs,
      )
      expect(await quote('15000', fee)).toBeLessThan(0.9 * (await quote('0.1', fee)))
    }
  })

  test('a shock is answered by liquidations, and borrowers come back', async () => {
    const [debtBefore, liquidationsBefore] = [await debtUsd(), market.status().liquidations!]
    for (const symbol of ['WETH', 'WBTC']) market.built()!.walk.press(symbol, -0.35)
    await until('many are liquidated', async () => market.status().liquidations! - liquidationsBefore >= 8, moveMs)
    await until('the book has shrunk', async () => (await debtUsd()) < 0.85 * debtBefore, moveMs)
    await until('the book is full again', async () => (await debtUsd()) > 0.9 * debtBefore, moveMs)
    expect(market.status().state).toBe('running')
  })

  test('the specimens are what they say they are', async () => {
    const { owner, specimens } = read('specimens.json') as {
      owner: `0x${string}`
      specimens: { kind: string; address: `0x${string}` }[]
    }
    const addressOf = (kind: string) => specimens.find((one) => one.kind === kind)!.address
    const send = (kind: string, account: `0x${string}`, to: `0x${string}`) =>
      client().simulateContract({ address: addressOf(kind), abi: contractAbi, functionName: 'transfer', args: [to, 0n], account })
    const stranger = '0x00000000000000000000000000000000000000aa'
    for (const kind of ['plain', 'owner-minted', 'proxy']) expect((await send(kind, stranger, owner)).result).toBe(true)
    expect((await send('honeypot', owner, stranger)).result).toBe(true)
    await expect(send('honeypot', stranger, owner)).rejects.toThrow('transfer not allowed')
    const symbol = await client().readContract({ address: addressOf('proxy'), abi: contractAbi, functionName: 'symbol' })
    expect(symbol).toBe('PROXIED')
    // keccak256('eip1967.proxy.implementation') - 1
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
    const kept = await client().getStorageAt({ address: addressOf('proxy'), slot })
    expect(kept!.slice(-40)).toBe(addressOf('implementation').slice(2).toLowerCase())
  })
})

test('beside a program it runs on its own thread, and nothing of it is left when it stops', async () => {
  chain.openMarket()
  await until('it runs or has failed', async () => ['running', 'failed', 'missing'].includes(chain.marketStatus().state), buildMs)
  expect(chain.marketStatus(), chain.marketStatus().detail).toMatchObject({ state: 'running', borrowers: 200 })
  expect(Value.Check(deployments, read('deployments.json'))).toBe(true)
  await chain.stop()
  expect(['chain.json', 'deployments.json', 'specimens.json'].filter((name) => existsSync(published(name)))).toEqual([])
})

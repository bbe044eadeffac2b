// Which contracts are read is data: what ships fits its own schema, a file replaces it, and every problem is told at once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkDeployments } from '../../../app/config/chains.ts'
import { loadConfig } from '../../../app/config/index.ts'
import { knownDeployments as known } from '../../../app/config/known-deployments.ts'

const folder = mkdtempSync(join(tmpdir(), 'deployments-'))
const file = join(folder, 'deployments.json')
afterAll(() => rmSync(folder, { recursive: true }))
const live = {
  WORLD: 'live',
  OUTBOUND_USER_AGENT: 'Tollgate/1.0 (ops@example.com)',
  PAY_TO: `0x${'1'.repeat(40)}`,
  FACILITATOR_URL: 'https://facilitator.example',
}

const eth = 1
const base = 8_453
const [ethereum, baseChain] = [eth, base].map((id) => known.find((one) => one.chain_id === id))

test('what ships fits: ten chains, each once, no contract twice on one', () => {
  expect(checkDeployments(known).problems).toEqual([])
  expect(known.map((one) => one.chain_id)).toEqual([1, 10, 56, 100, 137, 8_453, 42_161, 43_114, 59_144, 534_352])
  for (const { name, aave_v3, compound_v3 = [], euler_v2: euler, fluid, uniswap_v3 } of known) {
    const pools = [
      ...aave_v3.flatMap(({ pool, addresses_provider }) => [pool, addresses_provider]),
      ...compound_v3.map(({ comet }) => comet),
      ...(euler === undefined ? [] : [euler.connector, euler.perspective]),
      ...(fluid === undefined ? [] : [fluid.factory]),
    ]
    expect(new Set(pools).size, name).toBe(pools.length)
    const tokens = uniswap_v3?.quote_tokens.map(({ token }) => token) ?? []
    expect(new Set(tokens).size, name).toBe(tokens.length)
  }
})

test('SparkLend is read on both of its chains, and says how its addresses are known', () => {
  const pools = known.flatMap(({ chain_id, aave_v3 }) => aave_v3.map((pool) => ({ chain_id, ...pool })))
  const spark = pools.filter(({ market }) => market === 'sparklend')
  expect(spark.map(({ chain_id }) => chain_id)).toEqual([1, 100])
  for (const { known_by } of spark) expect(known_by).toMatch(/^documented: /)
  // The others' are those of a package.
  expect(pools.filter(({ known_by }) => known_by !== undefined)).toEqual(spark)
})

test('the page says of every chain which lenders and exchanges are read', () => {
  const page = readFileSync(new URL('../../../docs/cascade.md', import.meta.url), 'utf8')
  const rows = page
    .slice(page.indexOf('## Chains'), page.indexOf('## Providers'))
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const said = new Map(
    rows.flatMap(([, chains, aave, morpho, comets, euler, fluid, depth]) =>
      chains!
        .split(', ')
        .map((chain) => [Number(chain.split(' ')[0]), [aave!, morpho!, comets!, euler!, fluid!, depth!]] as const),
    ),
  )
  expect([...said.keys()].sort((a, b) => a - b)).toEqual(known.map((one) => one.chain_id))
  const names: Record<string, string> = {
    'aave-v3': 'main',
    'aave-v3-prime': 'Prime',
    'aave-v3-etherfi': 'EtherFi',
    'aave-v3-horizon': 'Horizon',
    sparklend: 'SparkLend',
  }
  for (const { chain_id, aave_v3, morpho_blue, uniswap_v3, exchanges = [], compound_v3 = [], ...rest } of known) {
    const [aave, morpho, comets, euler, fluid, depth] = said.get(chain_id)!
    expect(aave, String(chain_id)).toBe(aave_v3.map(({ market }) => names[market]).join(', '))
    expect(morpho, String(chain_id)).toBe(morpho_blue === null ? 'no' : 'yes')
    expect(euler, String(chain_id)).toBe(rest.euler_v2 === undefined ? 'no' : 'yes')
    expect(fluid, String(chain_id)).toBe(rest.fluid === undefined ? 'no' : 'yes')
    expect(depth === 'none is read', String(chain_id)).toBe(uniswap_v3 === null && exchanges.length === 0)
    const bases = compound_v3.map(({ market }) => market.replace('compound-v3-', ''))
    expect(comets, String(chain_id)).toBe(bases.length === 0 ? 'no' : bases.join(', '))
  }
})

test('a market of Compound v3 fits where a file lists one, and shares no name with a pool', () => {
  const market = { market: 'compound-v3-usdc', comet: `0x${'c'.repeat(40)}`, first_block: 1 }
  const listing = (...compound_v3: unknown[]) => checkDeployments([{ ...ethereum, compound_v3 }]).problems
  expect(listing(market)).toEqual([])
  expect(listing(market, market)).toEqual(['chain 1 has two pools named compound-v3-usdc'])
  expect(listing({ ...market, market: 'sparklend' })).toEqual(['chain 1 has two pools named sparklend'])
  expect(listing({ ...market, comet: '0xC' })[0]).toMatch(/compound_v3\/0\/comet/)
})

test('a chain of many blocks a second is not read at each of them', () => {
  for (const { chain_id, read_every_seconds } of known)
    if (![eth, base].includes(chain_id)) expect(read_every_seconds).toBeGreaterThanOrEqual(4)
})

test('a chain is on where it has a provider; several are kept in order', () => {
  const { chains, payments } = loadConfig({ ...live, RPC_URL_8453: 'https://one.example/k, https://two.example' })
  expect([...chains.rpcUrls]).toEqual([[8453, ['https://one.example/k', 'https://two.example']]])
  expect(chains.deployments?.length).toBe(known.length)
  expect(payments.rpcUrls.base).toBe('https://one.example/k')
})

test('addresses of WebSockets only tell of new blocks: none of them is asked, and one alone is not enough', () => {
  const { chains, payments } = loadConfig({
    ...live,
    RPC_URL_8453: 'wss://one.example/k,https://one.example/k,WSS://two.example',
  })
  expect([...chains.rpcUrls]).toEqual([[8453, ['https://one.example/k']]])
  expect([...chains.headUrls!]).toEqual([[8453, ['wss://one.example/k', 'WSS://two.example']]])
  expect(payments.rpcUrls.base).toBe('https://one.example/k')
  expect(() => loadConfig({ ...live, RPC_URL_8453: 'wss://one.example/k' })).toThrow(/RPC_URL_8453 needs an https/)
})

test('where a chain has no provider, its state is asked of nodes that are open to everybody, unless they are off', () => {
  const { chains } = loadConfig({ ...live, RPC_URL_8453: 'https://one.example/k' })
  expect(chains.openUrls.get(8453)).toEqual(['https://one.example/k'])
  expect(chains.openUrls.get(1)?.length).toBeGreaterThan(1)
  expect([...loadConfig({ ...live, PUBLIC_NODES: 'off' }).chains.openUrls.keys()]).toEqual([])
  expect([...loadConfig({}).chains.openUrls.keys()]).toEqual([])
  expect(() => loadConfig({ ...live, PUBLIC_NODES: 'some' })).toThrow(/PUBLIC_NODES/)
})

test('the demo world reads its own chain unless a file names others', () => {
  expect(loadConfig({}).chains.deployments).toBeNull()
  writeFileSync(file, JSON.stringify([{ ...baseChain, chain_id: 31_337 }]))
  const { chains } = loadConfig({ DEPLOYMENTS: file, RPC_URL_31337: 'http://127.0.0.1:8545' })
  expect(chains.deployments?.map((one) => one.chain_id)).toEqual([31_337])
  expect([...chains.rpcUrls.keys()]).toEqual([31_337])
})

test('every problem of a file is told at once', () => {
  const one = ethereum
  writeFileSync(file, JSON.stringify([{ ...one, chain_id: 'x', multicall3: '0x1' }, { name: 'empty' }]))
  const problems = /3 problem|[4-9] problem|\d\d problem/
  expect(() => loadConfig({ DEPLOYMENTS: file })).toThrow(problems)
  expect(() => loadConfig({ DEPLOYMENTS: file })).toThrow(
    /\/0\/chain_id[\s\S]*\/0\/multicall3|\/0\/multicall3[\s\S]*\/0\/chain_id/,
  )
  expect(checkDeployments([one, one]).problems).toEqual([`chain 1 is there twice`])
  expect(checkDeployments([{ ...one, aave_v3: [one!.aave_v3[0], one!.aave_v3[0]] }]).problems).toEqual([
    'chain 1 has two pools named aave-v3',
  ])
})

test("a file that is not there is a problem, and so is a provider's address that is none, which is not shown", () => {
  expect(() => loadConfig({ DEPLOYMENTS: join(folder, 'none.json') })).toThrow(/cannot be read/)
  const load = () => loadConfig({ ...live, RPC_URL_1: 'ftp://node.example/secret-key' })
  expect(load).toThrow(/RPC_URL_1 is not a comma list of URLs/)
  expect(load).not.toThrow(/secret-key/)
})

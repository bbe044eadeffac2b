// Contracts read from a real chain: a proxy, an owner-minted token, a honeypot, a taxed and a clean token are each called what they are.
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findIngestor } from '../../cli/source/poll-values.ts'
import { multicallAddress } from '../../devnet/index.ts'
import { shownAddress } from '../../devnet/shown-contract.ts'
import { checkValues } from '../../ingestors/poll.ts'
import sourcify from '../../ingestors/sources/sourcify/samples/sample.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { type SpecimenChain, startSpecimens } from '../support/chains/specimens.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const buildMs = 240_000
const readMs = 120_000

describe.skipIf(anvilBinary() === null)('contracts on a chain', () => {
  let chain: SpecimenChain
  const verify = (kind: Parameters<SpecimenChain['addressOf']>[0]) =>
    chain.answer('evm-contract', `84532:${chain.addressOf(kind)}`)
  const report = (kind: Parameters<SpecimenChain['addressOf']>[0], url?: string) =>
    chain.answer('evm-token', `84532:${chain.addressOf(kind)}`, url)
  const codes = (answer: any): string[] => answer.flags.map(({ code }: { code: string }) => code)

  beforeAll(async () => {
    chain = await startSpecimens()
  }, buildMs)
  afterAll(async () => {
    await chain?.stop()
  })

  test('a proxy is found with its implementation and who may change it', { timeout: readMs }, async () => {
    const { proxy, privileged, interface: shown, deployment } = await verify('proxy')
    expect(proxy).toMatchObject({ is_proxy: true, kind: 'eip1967', admin: { kind: 'eoa', address: chain.specimens.owner } })
    expect(proxy.implementation.toLowerCase()).toBe(chain.addressOf('implementation').toLowerCase())
    expect(privileged).toContainEqual(expect.objectContaining({ signature: 'upgradeTo(address)', guard: 'owner' }))
    // The proxy answers with the other's functions.
    expect(shown.standards).toContain('erc20')
    expect(deployment).toMatchObject({ deployer: chain.specimens.owner, age_days: expect.any(Number) })
  })

  test('the code behind it, looked at by itself, can be set up by anybody', { timeout: readMs }, async () => {
    const answer = await verify('implementation')
    expect(answer.proxy.is_proxy).toBe(false)
    expect(codes(answer)).toContain('anyone_can_initialize')
  })

  test('the older proxy of the documents’ example is ruled by several together', { timeout: readMs }, async () => {
    const { proxy, owner } = await chain.answer('evm-contract', `any:${shownAddress}`)
    expect(proxy).toMatchObject({ kind: 'zeppelinos', admin: { kind: 'multisig', threshold: 2, owners: 3 } })
    expect(owner.kind).toBe('multisig')
  })

  test('an owner’s minting is seen by doing it', { timeout: readMs }, async () => {
    const answer = await report('owner-minted')
    expect(answer.security).toMatchObject({ mintable: true, pausable: true, honeypot: { verdict: 'clean', sell_tax: 0 } })
    expect(answer.security.powers).toContainEqual(expect.objectContaining({ power: 'mint', guard: 'owner', proven: true }))
    expect(codes(answer)).toContain('owner_can_mint')
  })

  test('a honeypot is called one, by a new buyer and by those who hold it', { timeout: readMs }, async () => {
    const { signal, security } = await report('honeypot')
    expect(signal).toMatchObject({ label: 'dangerous', score: 0 })
    expect(security.honeypot).toMatchObject({ verdict: 'honeypot', method: 'simulated_pool', holders_tried: 3, holders_able: 0 })
  })

  test('taxes are what the contract keeps', { timeout: readMs }, async () => {
    const { signal, security } = await report('taxed')
    // Its own five and twenty-five percent.
    expect(security.honeypot).toMatchObject({ verdict: 'clean', buy_tax: 0.05, sell_tax: 0.25, transfer_tax: 0 })
    expect(signal).toMatchObject({ label: 'dangerous', score: 15 })
  })

  test('a clean token is called clean, its market and holders counted', { timeout: readMs }, async () => {
    const { security, market, liquidity, holders, flags } = await report('plain')
    expect(security).toMatchObject({
      mintable: false,
      pausable: false,
      blacklist: false,
      owner: null,
      honeypot: { verdict: 'clean' },
    })
    expect(flags).toEqual([])
    // 900,000 dollars against 600,000 of a million: a price of 1.50, all its shares burnt; the owner has 340,000, three others 20,000 each.
    expect(market).toMatchObject({ price_usd: 1.5, liquidity_usd: 1_800_000, fdv_usd: 1_500_000 })
    expect(liquidity).toMatchObject({ lp_locked_share: 1, depth_2pct_usd: Number((900_000 * (1 - Math.sqrt(0.98))).toFixed(2)) })
    expect(holders).toEqual({ count: 5, top10_share: 0.4, creator_share: 0.34, burnt_share: 0, source: 'chain' })
  })

  test('where a provider cannot try transactions, those who hold some do', { timeout: readMs }, async () => {
    const url = await startWithout('eth_simulateV1', chain.devnet.rpcUrl)
    const pot = await report('honeypot', url)
    expect(pot.security.honeypot).toMatchObject({ verdict: 'honeypot', method: 'holders', sell_tax: null })
    const plain = await report('plain', url)
    expect(plain.security.honeypot).toMatchObject({ verdict: 'clean', method: 'holders' })
  })

  test('what is no contract, no token or no chain of ours is unknown', { timeout: readMs }, async () => {
    const unknown = expect.objectContaining({ code: 'key_unknown' })
    const nobody = '0x00000000000000000000000000000000000000aa'
    await expect(chain.read('evm-contract', `84532:${nobody}`)).rejects.toEqual(unknown)
    await expect(chain.read('evm-contract', `any:${nobody}`)).rejects.toEqual(unknown)
    await expect(chain.read('evm-contract', `1:${shownAddress}`)).rejects.toEqual(unknown)
    await expect(chain.read('evm-token', `84532:${multicallAddress}`)).rejects.toEqual(unknown)
  })

  test('an account that delegates is no contract, and its key rules it', { timeout: readMs }, async () => {
    const account = '0x7702000000000000000000000000000000007702'
    const target = chain.addressOf('plain').slice(2).toLowerCase()
    await chain.devnet.rpc('anvil_setCode', account, `0xef0100${target}`)
    const answer = await chain.answer('evm-contract', `84532:${account}`)
    expect(answer.contract).toMatchObject({ kind: 'delegated_eoa' })
    expect(answer.contract.delegate.slice(2).toLowerCase()).toBe(target)
    expect(codes(answer)).toContain('delegated_eoa')
  })

  test('the command reads a named chain, and knows a copy of what it read before', { timeout: readMs }, async () => {
    const chains = { deployments: null, rpcUrls: new Map(), openUrls: new Map([[84532, [chain.devnet.rpcUrl]]]) }
    const ingestor = await findIngestor('evm-contract', { chains, dataDir: 'none' } as never, true)
    const read = async (address: string) => {
      const at = new Date()
      const context = { at, since: null, signal: AbortSignal.timeout(readMs), http: null as never, credential: () => undefined }
      const raw = await ingestor.openKeys!.fetch(`84532:${address}`, context)
      return checkValues(ingestor, ingestor.parse(raw, at), at)[0] as any
    }
    const plain = chain.addressOf('plain')
    const copy = '0x7711000000000000000000000000000000007711'
    await chain.devnet.rpc('anvil_setCode', copy, await chain.devnet.rpc('eth_getCode', plain, 'latest'))
    expect((await read(plain)).twin_of).toBeNull()
    expect((await read(copy)).twin_of).toEqual({ chain_id: 84532, address: plain.toLowerCase() })
    expect((await read(plain)).twin_of).toBeNull()
  })

  test('the registry’s sample knows the specimens where they lie', () => {
    const status = (kind: Parameters<SpecimenChain['addressOf']>[0]) => {
      const url = new URL(`https://sourcify.dev/server/v2/contract/84532/${chain.addressOf(kind).toLowerCase()}`)
      return sourcify.answer(url, new Date())?.status ?? 200
    }
    expect(['plain', 'owner-minted', 'proxy', 'taxed'].map((kind) => status(kind as 'plain'))).toEqual([200, 200, 200, 200])
    expect(['honeypot', 'implementation'].map((kind) => status(kind as 'plain'))).toEqual([404, 404])
  })
})

/** The chain through a provider that does not have a method. */
async function startWithout(method: string, to: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const { id, method: asked } = JSON.parse(body) as { id: number; method: string }
    const refused = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } })
    const answer =
      asked === method
        ? refused
        : await (await fetch(to, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).text()
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

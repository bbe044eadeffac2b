// A whale with known moves on a real chain: what is read of it and what the answer makes of that is known beforehand, to the dollar.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountNamed } from '../../devnet/lending/accounts.ts'
import { type Chain, createChain } from '../../devnet/lending/chain.ts'
import type { ReadableChain } from '../../ingestors/contracts/access.ts'
import { toPolled } from '../../ingestors/contracts/every-chain.ts'
import { checkValues } from '../../ingestors/poll.ts'
import source from '../../ingestors/sources/evm-transfers/chain-source.ts'
import { evmTransfers } from '../../ingestors/sources/evm-transfers/topic.ts'
import whale from '../../processors/services/whale/service.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { type SpecimenChain, startSpecimens } from '../support/chains/specimens.ts'
import { draftsOf, toFacts } from '../support/service-facts.ts'
import { until } from '../support/until.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const buildMs = 240_000
let specimens: SpecimenChain
let chain: Chain

async function look(
  urls: readonly (readonly string[])[] = [[specimens.devnet.rpcUrl]],
  more: Partial<ReadableChain> = {},
): Promise<{ facts: any[]; aside: string[] }> {
  const { devnet, specimens: known } = specimens
  const access = {
    list: async () => urls.map((some, i) => ({ id: devnet.chainId + i, urls: some, exchange: known.exchange, ...more })),
  }
  const ingestor = toPolled(source, access)
  const at = new Date()
  const aside: string[] = []
  const context = { at, since: null, signal: AbortSignal.timeout(60_000), http: null as never, credential: () => undefined }
  const raw = await ingestor.fetch({ ...context, setAside: (what) => aside.push(what) })
  return { facts: checkValues(ingestor, ingestor.parse(raw, at), at), aside }
}

describe.skipIf(anvilBinary() === null)('whales on a chain', () => {
  let first: any
  beforeAll(async () => {
    specimens = await startSpecimens()
    chain = createChain(specimens.devnet.rpcUrl)
  }, buildMs)
  afterAll(() => specimens?.stop())

  test('the short chain is read from its first block, and what is larger than a hundred thousand is all there', async () => {
    const { whale: known, coin } = { ...specimens.specimens.whales, whale: specimens.specimens.whales.whale.toLowerCase() }
    ;[first] = (await look()).facts
    expect(first).toMatchObject({ chain: String(specimens.devnet.chainId), from: { block: 0 }, is_cut: false })
    expect(first.tokens).toEqual([
      expect.objectContaining({ symbol: 'USDC', usd: 1, is_stable: true }),
      expect.objectContaining({ symbol: 'COIN', usd: 2_000, is_stable: false, token: coin.toLowerCase() }),
    ])
    const own = first.transfers.filter((one: any) => one.from === known || one.to === known)
    expect(own.map(({ units }: any) => units)).toEqual([
      '5000000000000',
      '2500000000000',
      (500n * 10n ** 18n).toString(),
      '1000000000000',
    ])
  })

  test('the answer is the known one: 1.2 m of coins in, 1 m out, 2.5 m of dollars in', async () => {
    const { whales } = specimens.specimens
    const body = draftsOf(whale, toFacts(evmTransfers, [first]), 'all')[0]!.body as any
    expect(body.flows).toMatchObject({
      exchange_net_volatile_usd: 200_000,
      exchange_net_stable_usd: 2_500_000,
      to_exchanges_usd: 3_700_000,
      from_exchanges_usd: 1_000_000,
    })
    // (1 - 1.2 + 1.25) of (1 + 1.2 + 1.25) leans by 0.304; 3.45 m is as loud as 0.345.
    expect(body.signal).toMatchObject({ label: 'accumulation', score: 10.5 })
    const told = body.events.map(({ kind, usd, from, to }: any) => [
      kind,
      usd,
      from.label ?? from.address,
      to.label ?? to.address,
    ])
    expect(told).toContainEqual(['to_exchange', 2_500_000, whales.whale, 'Binance'])
    expect(told).toContainEqual(['from_exchange', 1_000_000, 'Binance', whales.whale])
    expect(told).toContainEqual(['wallet', 1_000_000, whales.whale, whales.friend])
    expect(told).toContainEqual(['mint', 5_000_000, `0x${'0'.repeat(40)}`, whales.whale])
    expect(told.filter(([, usd]: [string, number]) => usd < 1_000_000)).toEqual([])
  })

  test('the next look says nothing again, and then only what is new', async () => {
    expect((await look()).facts).toEqual([first])
    const { whales } = specimens.specimens
    const coin = {
      address: whales.coin,
      abi: (await import('viem')).parseAbi(['function transfer(address, uint256) returns (bool)']),
    }
    await chain.send(coin, 'transfer', [accountNamed('somebody'), 100n * 10n ** 18n], whales.whale)
    const [next] = (await look()).facts
    expect(next.from.block).toBe(first.to.block + 1)
    expect(next.transfers).toEqual([
      expect.objectContaining({ from: whales.whale.toLowerCase(), units: (100n * 10n ** 18n).toString() }),
    ])
  })

  test('a large payment in the chain’s own coin is found in whole blocks, a wrap, a refused one and a small one are not', async () => {
    const { exchange, whales } = specimens.specimens
    const ask = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const sent = await fetch(specimens.devnet.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await sent.json()) as { result: any }).result
    }
    const [wrapped, coin] = [whales.coin.toLowerCase() as `0x${string}`, 10n ** 18n]
    const [payer, payee] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
    await ask('anvil_setBalance', payer, `0x${(1_000n * coin).toString(16)}`)
    await ask('anvil_impersonateAccount', payer)
    const pay = async (to: string, whole: bigint) => {
      const made = { from: payer, to, value: `0x${(whole * coin).toString(16)}`, gas: '0x30d40' }
      const hash = await ask('eth_sendTransaction', made)
      await until('the payment is in a block', async () => (await ask('eth_getTransactionReceipt', hash)) !== null)
      return hash as string
    }
    const large = await pay(payee, 600n)
    // A dollar contract takes no coin: the transaction is in its block and moved nothing.
    const refused = await pay(exchange.quotes[0]!.token, 100n)
    expect((await ask('eth_getTransactionReceipt', refused)).status).toBe('0x0')
    await pay(payee, 10n)
    const [read] = (await look(undefined, { fullBlocks: 50, exchange: { ...exchange, wrapped } })).facts
    expect(read.native).toMatchObject({ is_cut: false })
    const native = read.transfers.filter(({ token }: any) => token === `0x${'0'.repeat(40)}`)
    expect(native).toEqual([expect.objectContaining({ tx: large, from: payer, to: payee, units: (600n * coin).toString() })])
    const body = draftsOf(whale, toFacts(evmTransfers, [read]), 'all')[0]!.body as any
    const [event] = body.events.filter(({ tx }: any) => tx === large)
    expect(event).toMatchObject({ asset: 'COIN', amount: 600, usd: 1_200_000, kind: 'wallet', token: `0x${'0'.repeat(40)}` })
    // Nobody who may not read whole blocks says that they were read.
    await pay(payee, 100n)
    const [without] = (await look()).facts
    expect(without.native).toBeNull()
  })

  test('a provider of another chain is not believed, and costs itself alone', async () => {
    // The second chain's number is one higher than what its provider answers for.
    const { facts, aside } = await look([[specimens.devnet.rpcUrl], [specimens.devnet.rpcUrl]])
    expect(facts).toHaveLength(1)
    expect(aside).toEqual([expect.stringContaining(`chain ${specimens.devnet.chainId + 1}`)])
  })
})

// A wallet with a known history on a real chain: what is read of it, and what wallet, pnl and kya make of that, is known beforehand.
import { randomBytes } from 'node:crypto'
import { type Hex, parseAbi, parseSignature, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeValues } from '../../db/log/encode.ts'
import { usdTokenAddress } from '../../devnet/faucet.ts'
import { accountNamed, fund } from '../../devnet/lending/accounts.ts'
import { type Chain, createChain } from '../../devnet/lending/chain.ts'
import { multicall, sendBatch } from '../../devnet/market/batch.ts'
import { evmAccounts } from '../../ingestors/sources/evm-account/topic.ts'
import { evmLaunches } from '../../ingestors/sources/evm-launch/topic.ts'
import bundle from '../../processors/services/bundle/service.ts'
import kya from '../../processors/services/kya/service.ts'
import pnl from '../../processors/services/pnl/service.ts'
import wallet from '../../processors/services/wallet/service.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { type SpecimenChain, startSpecimens } from '../support/chains/specimens.ts'
import { draftsOf, toFacts } from '../support/service-facts.ts'

const usd = {
  address: usdTokenAddress,
  abi: parseAbi([
    'function mint(address to, uint256 value)',
    'function transfer(address to, uint256 value) returns (bool)',
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  ]),
}
const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
const [trader, payer] = [privateKeyToAccount(`0x${'11'.repeat(32)}`), privateKeyToAccount(`0x${'22'.repeat(32)}`)]
if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
let specimens: SpecimenChain
let chain: Chain
const buildMs = 240_000

async function pay(from: typeof trader, to: Hex, value: bigint): Promise<void> {
  const nonce = toHex(randomBytes(32))
  const message = { from: from.address, to, value, validAfter: 0n, validBefore: 4_000_000_000n, nonce }
  const names = ['address from', 'address to', 'uint256 value', 'uint256 validAfter', 'uint256 validBefore', 'bytes32 nonce']
  const signature = await from.signTypedData({
    domain: { name: 'USDC', version: '2', chainId: specimens.devnet.chainId, verifyingContract: usdTokenAddress },
    types: { TransferWithAuthorization: names.map((one) => ({ type: one.split(' ')[0]!, name: one.split(' ')[1]! })) },
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { r, s, v } = parseSignature(signature)
  const relay = accountNamed('relay')
  await chain.send(usd, 'transferWithAuthorization', [...Object.values(message), Number(v), r, s], relay)
}

describe.skipIf(anvilBinary() === null)('wallets on a chain', () => {
  beforeAll(async () => {
    specimens = await startSpecimens()
    chain = createChain(specimens.devnet.rpcUrl)
    const token = { address: specimens.addressOf('plain'), abi: erc20 }
    const accounts = [trader.address, payer.address, accountNamed('relay')]
    await fund(chain, accounts)
    for (const one of accounts) await chain.request('anvil_impersonateAccount', one)
    await chain.send(usd, 'mint', [trader.address, 500_000_000n], payer.address)
    await chain.send(usd, 'mint', [payer.address, 50_000_000n], payer.address)
    await chain.send(token, 'transfer', [trader.address, 40n * 10n ** 18n], specimens.specimens.owner)
    await chain.send(token, 'transfer', [payer.address, 15n * 10n ** 18n], trader.address)
    await pay(trader, payer.address, 20_000_000n)
    await pay(payer, trader.address, 50_000n)
    await pay(payer, trader.address, 70_000n)
  }, buildMs)
  afterAll(() => specimens?.stop())

  const keyOf = (address: string) => `${specimens.devnet.chainId}:${address}`

  test('transfers, balances, transactions and payments are those that were made', async () => {
    const fact = await specimens.read('evm-account', keyOf(trader.address))
    expect(fact).toMatchObject({
      kind: 'eoa',
      nonce: 1,
      from_block: 0,
      is_cut: false,
      agents: null,
      sanctioned: null,
      hyperliquid: false,
    })
    expect(fact.transfers.map(({ out, units }: { out: boolean; units: string }) => [out, units])).toEqual([
      [false, '500000000'],
      [false, (40n * 10n ** 18n).toString()],
      [true, (15n * 10n ** 18n).toString()],
      [true, '20000000'],
      [false, '50000'],
      [false, '70000'],
    ])
    expect([fact.paid_by_x402.length, fact.got_by_x402.length]).toEqual([1, 2])
    const held = new Map(fact.tokens.map(({ token, units }: { token: string; units: string }) => [token, units]))
    expect(held.get(usdTokenAddress.toLowerCase())).toBe('480120000')
    expect(held.get(specimens.addressOf('plain').toLowerCase())).toBe((25n * 10n ** 18n).toString())
  })

  test('the answers are the known ones', async () => {
    const key = keyOf(trader.address)
    const facts = toFacts(evmAccounts, [await specimens.read('evm-account', key)])
    const [score, check] = [wallet, kya].map((service) => draftsOf(service, facts, key)[0]!.body as any)
    expect(score.behaviour).toEqual({ x402_payments_made: 1, x402_payments_received: 2 })
    // Dollars count as dollars; the token at what its pool says.
    expect(score.holdings.top[0].units).toBeCloseTo(score.holdings.top[0].symbol === 'USDC' ? 480.12 : 25, 6)
    expect(check.signal.label).toBe('unproven')
    expect(check.payments).toMatchObject({ x402_made: 1, x402_received: 2, distinct_payers: 1, received_usd: 0.12 })
    const month = draftsOf(pnl, facts, key).find((draft) => draft.key.endsWith('#30d'))!.body as any
    // It came as a gift and left as one: nothing was sold, and what is left has no known cost.
    expect(month.evm).toMatchObject({ realized_usd: 0, sales: 0 })
    expect(month.open_lots).toEqual([expect.objectContaining({ quantity: 25, cost_usd: null })])
    expect(month.unpriced).toHaveLength(1)
  })

  test('of 12,060 transfers nearly ten thousand are kept, whole transactions of them, in one record of the log', async () => {
    const busy = accountNamed('busy')
    const calls = Array.from({ length: 12_060 }, () => ({ contract: usd, name: 'transfer', args: [busy, 1_000n] }))
    await chain.send(usd, 'mint', [multicall.address, 100_000_000n], payer.address)
    await sendBatch(chain, calls, payer.address)
    const key = keyOf(busy)
    const fact = await specimens.read('evm-account', key)
    // A transaction has sixty: of the 2,060 too many, the last forty of the first that would be kept go as well.
    expect([fact.is_cut, fact.older.units.length + fact.transfers.length]).toEqual([true, 9_960])
    expect(encodeValues(evmAccounts, [fact])).toHaveLength(1)
    const [score] = draftsOf(wallet, toFacts(evmAccounts, [fact]), key)
    expect((score!.body as any).activity).toMatchObject({ token_transfers: 9_960, counterparties: 1, is_floor: true })
  })

  test('a contract is no wallet, and is told where contracts are looked at', async () => {
    await expect(specimens.read('evm-account', keyOf(specimens.addressOf('plain')))).rejects.toMatchObject({
      code: 'key_unknown',
      message: expect.stringContaining('contract/verify'),
    })
  })

  test('a launch sniped in its first block: three of one transaction, alike, fresh and paid by one, each two and a half percent', async () => {
    const { launch } = specimens.specimens
    const key = keyOf(launch.token)
    const fact = await specimens.read('evm-launch', key)
    const [told] = draftsOf(bundle, toFacts(evmLaunches, [fact]), key)
    const { signal, snipe, clusters, signs, bundle: tied } = told!.body as any
    expect(snipe).toEqual({ first_block_pct: 7.5, first_five_blocks_pct: 7.5, buyers: 3, buys: 3 })
    expect(tied).toEqual({ wallets: 3, looked_at: 3, bought_pct: 7.5, still_held_pct: 7.5, gone_pct: 0 })
    // 7.5 of 25 percent, 7.5 of 10, alike, all fresh, none of the deployer's, 7.5 of 10 paid by one.
    expect(signs).toEqual({
      first_blocks: 15,
      same_transaction: 30,
      equal_sizes: 25,
      fresh_wallets: 20,
      deployer_linked: 0,
      common_funder: 30,
    })
    expect(signal).toMatchObject({ label: 'bundled', score: 75 })
    const kinds = ['first_block', 'same_transaction', 'equal_size', 'common_funder']
    expect(clusters.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
    const snipers = launch.snipers.map((one) => one.toLowerCase()).sort()
    for (const { wallets } of clusters) expect(wallets.map((one: string) => one.toLowerCase())).toEqual(snipers)
    expect(clusters.at(-1).funder.toLowerCase()).toBe(launch.patron.toLowerCase())
  })

  test('a launch: nobody bought, then two fresh wallets half a percent each; the deployer’s gifts are known', async () => {
    const key = keyOf(specimens.addressOf('honeypot'))
    const fact = await specimens.read('evm-launch', key)
    // Nobody bought; the deployer gave to three holders within the window.
    expect(fact.buys).toEqual([])
    const quiet = draftsOf(bundle, toFacts(evmLaunches, [fact]), key)[0]!.body as any
    expect(quiet.signal).toMatchObject({ label: 'nobody_bought' })
    // The pool of the plain token sells to two, one after the other.
    const plain = await specimens.read('evm-launch', keyOf(specimens.addressOf('plain')))
    const { pool } = plain.launch
    await fund(chain, [pool])
    await chain.request('anvil_impersonateAccount', pool)
    const token = { address: specimens.addressOf('plain'), abi: erc20 }
    const units = BigInt(plain.token.supply) / 200n
    // One pays both of them a dollar before they buy, and a stranger one of them.
    const [patron, stranger] = [accountNamed('patron'), accountNamed('stranger')]
    await fund(chain, [patron, stranger])
    for (const from of [patron, stranger]) {
      await chain.request('anvil_impersonateAccount', from)
      await chain.send(usd, 'mint', [from, 10_000_000n], from)
    }
    for (const [from, name] of [
      [patron, 'sniper one'],
      [patron, 'sniper two'],
      [stranger, 'sniper one'],
    ] as const)
      await chain.send(usd, 'transfer', [accountNamed(name), 1_000_000n], from)
    for (const to of [accountNamed('sniper one'), accountNamed('sniper two')])
      await chain.send(token, 'transfer', [to, units], pool)
    const again = await specimens.read('evm-launch', keyOf(specimens.addressOf('plain')))
    expect(again.buys.map(({ units }: { units: string }) => units)).toEqual([units.toString(), units.toString()])
    expect(again.given).toHaveLength(4)
    expect(
      again.buyers.every(
        ({ sent, held_units }: { sent: number; held_units: string }) => sent === 0 && held_units === units.toString(),
      ),
    ).toBe(true)
    const told = draftsOf(bundle, toFacts(evmLaunches, [again]), keyOf(specimens.addressOf('plain'))).find((draft) =>
      draft.key.endsWith('#600'),
    )!.body as any
    expect(told.snipe).toMatchObject({ buyers: 2, buys: 2 })
    expect(told.signs.fresh_wallets).toBe(20)
    expect(told.clusters).toContainEqual(expect.objectContaining({ kind: 'common_funder', funder: patron, wallet_count: 2 }))
    expect(told.clusters.filter(({ kind }: { kind: string }) => kind === 'common_funder')).toHaveLength(1)
  })
})

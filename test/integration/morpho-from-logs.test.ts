// Morpho Blue's positions and totals rebuilt from logs alone equal what the contract says, to the unit; and so do the followed facts.
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Borrower, mintTo } from '../../devnet/lending/borrowers.ts'
import { liquidateOnce } from '../../devnet/lending/liquidator.ts'
import { setPrices } from '../../devnet/lending/prices.ts'
import type { ChainLog } from '../../ingestors/chains/logs.ts'
import { morphoMarkets, morphoPositions } from '../../ingestors/sources/morpho-blue/topic.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { headOf } from '../support/chains/head.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'
import { foldedEvents, foldMorpho, liquidated, type MorphoState, positionKey } from '../support/chains/morpho-fold.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000

describe.skipIf(anvilBinary() === null)('Morpho Blue from its logs', () => {
  let chain: LocalMarketChain
  let following: Following
  let borrowers: Borrower[]

  beforeAll(async () => {
    chain = await startLocalMarket(24)
    borrowers = [...chain.borrowers]
    following = await createFollowing(chain.deployment, chain.anvil.url, ['morpho-blue'])
  }, compileMs)
  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  async function readLogs(): Promise<ChainLog[]> {
    const filter = { address: chain.lending.morpho.morpho.address, fromBlock: '0x0', toBlock: 'latest' }
    const all = await chain.lending.chain.request<ChainLog[]>('eth_getLogs', filter)
    return all.filter(({ topics }) => foldedEvents.includes(topics[0]!))
  }

  async function expectEqual(): Promise<MorphoState> {
    const { lending } = chain
    const { morpho, markets } = lending.morpho
    const rebuilt = foldMorpho(await readLogs())
    expect([...rebuilt.markets.keys()].sort()).toEqual(markets.map(({ id }) => id).sort())
    for (const [id, totals] of rebuilt.markets) {
      const [supplyAssets, supplyShares, borrowAssets, borrowShares, , fee] = await lending.chain.read<readonly bigint[]>(
        morpho,
        'market',
        [id],
      )
      expect(totals, id).toEqual({ supplyAssets, supplyShares, borrowAssets, borrowShares, fee })
    }
    for (const [key, position] of rebuilt.positions) {
      const [id, account] = key.split(' ')
      const [supplyShares, borrowShares, collateral] = await lending.chain.read<readonly bigint[]>(morpho, 'position', [
        id,
        account,
      ])
      expect(position, key).toEqual({ supplyShares, borrowShares, collateral })
    }
    return rebuilt
  }

  it(
    'equals the pinned reads after loans, interest, a fee, repayments, withdrawals and liquidations with bad debt',
    async () => {
      const { lending } = chain
      const { chain: local, owner, supplier, tokens } = lending
      const { morpho, markets } = lending.morpho
      await expectEqual()

      await local.send(morpho, 'setFeeRecipient', [lending.treasury], owner)
      await local.send(morpho, 'setFee', [markets[0]!.params, 10n ** 17n], owner)
      await local.request('evm_increaseTime', 40 * 86_400)
      borrowers.push(...(await chain.openMore(8, 'later')))
      const taken = 5n * markets[0]!.loan.unit
      await local.send(morpho, 'withdraw', [markets[0]!.params, taken, 0n, supplier, supplier], supplier)

      // One borrower pays everything back and takes its collateral out.
      const leaving = borrowers.find((one) => one.protocol === 'morpho-blue')!
      const held = markets[leaving.protocol === 'morpho-blue' ? leaving.market : 0]!
      const before = (await expectEqual()).positions.get(positionKey(held.id, leaving.account))!
      expect(before.borrowShares).toBeGreaterThan(0n)
      await mintTo(local, held.loan, leaving.account, 10n ** 9n * held.loan.unit, morpho.address, owner)
      await local.send(morpho, 'repay', [held.params, 0n, before.borrowShares, leaving.account, '0x'], leaving.account)
      const all = [held.params, before.collateral, leaving.account, leaving.account]
      await local.send(morpho, 'withdrawCollateral', all, leaving.account)
      const left = (await expectEqual()).positions.get(positionKey(held.id, leaving.account))!
      expect(left).toEqual({ supplyShares: 0n, borrowShares: 0n, collateral: 0n })

      // A fall past every liquidation bonus: collateral does not cover what is owed any more.
      const crash = Object.fromEntries(
        tokens.filter(({ priceUsd }) => priceUsd > 1).map(({ symbol, priceUsd }) => [symbol, priceUsd * 0.55]),
      )
      await setPrices(local, tokens, lending.morpho, crash, owner)
      expect(await liquidateOnce(lending, borrowers)).toBeGreaterThan(5)
      const after = await expectEqual()
      const lost = (await readLogs()).filter((log) => log.topics[0] === liquidated && BigInt(`0x${log.data.slice(-64)}`) > 0n)
      expect(lost.length).toBeGreaterThan(0)
      const fees = [...after.positions].filter(([key]) => key.endsWith(lending.treasury.toLowerCase()))
      expect(fees.some(([, position]) => position.supplyShares > 0n)).toBe(true)
    },
    compileMs,
  )

  it(
    'equals the facts that were read at a block, borrower by borrower and market by market',
    async () => {
      following.start()
      await following.complete(() => headOf(chain.lending.chain))
      const rebuilt = await expectEqual()
      const owing = [...rebuilt.positions].filter(([, position]) => position.borrowShares > 0n)
      const expected = owing.map(([key, p]) => `${key} ${p.borrowShares} ${p.collateral}`).sort()
      const positions = [...(await factsOn(following.log, morphoPositions)).values()]
      const seen = positions.flatMap((fact) =>
        fact.markets.map((m: { id: Hex; borrow_shares: string; collateral: string }) => {
          return `${positionKey(m.id, fact.account)} ${m.borrow_shares} ${m.collateral}`
        }),
      )
      expect(expected.length).toBeGreaterThan(3)
      expect(seen.sort()).toEqual(expected)
      for (const fact of (await factsOn(following.log, morphoMarkets)).values())
        expect(rebuilt.markets.get(fact.id)).toMatchObject({
          borrowAssets: BigInt(fact.total_borrow_assets),
          borrowShares: BigInt(fact.borrow_shares_tracked),
          supplyAssets: BigInt(fact.total_supply_assets),
          supplyShares: BigInt(fact.total_supply_shares),
        })
    },
    compileMs,
  )
})

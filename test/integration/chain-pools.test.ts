// Several Aave pools on one chain: one borrower in two of them, a pool that is added to the data later, and every debt accounted for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deployment } from '../../app/config/deployments.ts'
import { loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { deployAave, type LocalAave } from '../../devnet/lending/aave.ts'
import { type Borrower, mintTo, openPositions } from '../../devnet/lending/borrowers.ts'
import { aavePositions, aaveReserves } from '../../ingestors/sources/aave-v3/topic.ts'
import { oraclePrices } from '../../ingestors/sources/oracle-prices/topic.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { factsOn } from '../support/chains/facts.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { headOf } from '../support/chains/head.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'

if (anvilBinary() === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000

describe.skipIf(anvilBinary() === null)('two pools of one chain', () => {
  let chain: LocalMarketChain
  let second: LocalAave
  let following: Following
  const head = () => headOf(chain.lending.chain)
  const ofAave = (): Borrower[] => chain.borrowers.filter(({ protocol }) => protocol === 'aave-v3')

  beforeAll(async () => {
    chain = await startLocalMarket(8)
    const { lending } = chain
    const { aave } = await loadLendingArtifacts()
    second = await deployAave(lending.chain, aave, lending.tokens, lending.owner, lending.treasury)
    for (const token of lending.tokens) {
      const units = BigInt(Math.round(1e8 / token.priceUsd)) * token.unit
      await mintTo(lending.chain, token, lending.supplier, units, second.pool.address, lending.owner)
      await lending.chain.send(second.pool, 'supply', [token.contract.address, units, lending.supplier, 0], lending.supplier)
    }
    await openPositions(lending.chain, { ...lending, aave: second }, ofAave(), lending.owner)
    const both: Deployment = {
      ...chain.deployment,
      aave_v3: [
        ...chain.deployment.aave_v3,
        {
          market: 'aave-v3-second',
          pool: second.pool.address.toLowerCase(),
          addresses_provider: second.provider.address.toLowerCase(),
          first_block: 1,
        },
      ],
    }
    following = await createFollowing(chain.deployment, chain.anvil.url, ['aave-v3', 'oracle-prices'])
    following.start()
    await following.complete(head)
    await following.stop()
    // What it said of the last block would do for an answer otherwise.
    await lending.chain.request('evm_mine')
    following.start({ deployment: both })
  }, compileMs)
  afterAll(async () => {
    await following?.close()
    await chain?.anvil.stop()
  })

  it(
    'finds who borrowed from a pool that came to the list after its history was passed, and keeps the two apart',
    async () => {
      await following.complete(head)
      const reserves = [...(await factsOn(following.log, aaveReserves)).values()]
      expect(reserves.map(({ market }) => market).sort()).toEqual(
        ['aave-v3', 'aave-v3-second'].flatMap((market) => chain.lending.tokens.map(() => market)),
      )
      for (const reserve of reserves) expect(reserve.scaled_debt_tracked, reserve.symbol).toBe(reserve.scaled_debt_total)
      const positions = [...(await factsOn(following.log, aavePositions)).values()]
      const accounts = ofAave()
        .map(({ account }) => account.toLowerCase())
        .sort()
      expect(accounts.length).toBeGreaterThan(2)
      for (const [market, { pool }] of [
        ['aave-v3', chain.lending.aave],
        ['aave-v3-second', second],
      ] as const) {
        const own = positions.filter((position) => position.market === market)
        expect(own.map(({ account }) => account).sort(), market).toEqual(accounts)
        for (const { account, emode } of own)
          expect(BigInt(emode)).toBe(await chain.lending.chain.read<bigint>(pool, 'getUserEMode', [account]))
      }
      const oracles = [...(await factsOn(following.log, oraclePrices)).values()].map(({ oracle }) => oracle)
      expect(new Set(oracles)).toEqual(new Set([chain.lending.aave, second].map(({ oracle }) => oracle.address.toLowerCase())))
    },
    compileMs,
  )
})

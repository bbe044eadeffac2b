// A pool of Aave v3.0, as SparkLend's is one, by the contracts that its package ships: read to the unit, and liquidated as the model says.
// CASCADE_BOOKS sets how many seeded books are tried; 6 without it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { accountNamed } from '../../devnet/lending/accounts.ts'
import { type Borrower, drawBorrowers, openPositions } from '../../devnet/lending/borrowers.ts'
import { deployLending, type Lending } from '../../devnet/lending/lending.ts'
import { expectSameCascade, expectSameLiquidations } from '../support/cascade/against-chain.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { deployOlderAave, dollarMode } from '../support/cascade/older-aave.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'

const books = Number(process.env.CASCADE_BOOKS ?? 6)
const binary = anvilBinary()
if (binary === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000
const perBookMs = 120_000
const scenes = [
  { name: 'majors fall', prices: { WETH: 0.88, wstETH: 0.88, weETH: 0.88, WBTC: 0.92 } },
  { name: 'staked ETH loses its peg', prices: { WETH: 0.88, wstETH: 0.79, weETH: 0.82, WBTC: 0.92 } },
  { name: 'a crash', prices: { WETH: 0.55, wstETH: 0.52, weETH: 0.5, WBTC: 0.6 } },
  // The dollars' one price moves neither of them against the other inside their category.
  { name: 'DAI rises', prices: { DAI: 1.2 } },
  { name: 'borrowed tokens rise', prices: { WETH: 1.9, wstETH: 1.7, weETH: 1.6, WBTC: 1.8 } },
]

describe.skipIf(binary === null)('an older pool against its real contracts', () => {
  let anvil: LocalAnvil
  let lending: Lending
  let fresh: string
  const seen: Record<string, number> = {}

  beforeAll(async () => {
    anvil = await startLocalAnvil(binary!)
    const newest = await deployLending(anvil.url, await loadLendingArtifacts())
    lending = { ...newest, aave: await deployOlderAave(newest) }
    fresh = await lending.chain.request<string>('evm_snapshot')
  }, compileMs)
  afterAll(async () => {
    await anvil?.stop()
    console.info('compared', seen)
  })

  async function openBook(seed: number): Promise<Borrower[]> {
    await lending.chain.request('evm_revert', fresh)
    fresh = await lending.chain.request<string>('evm_snapshot')
    const random = seededRandom(seed)
    const drawn = drawBorrowers(lending, 24, random.next, `older ${seed}`).filter(({ protocol }) => protocol === 'aave-v3')
    const dollars = Array.from({ length: 3 }, (_, i): Borrower => {
      const usd = random.between(500, 50_000)
      const account = accountNamed(`older dollars ${seed} ${i}`)
      return {
        protocol: 'aave-v3',
        account,
        eMode: dollarMode,
        collateral: { USDC: usd },
        debt: { DAI: usd * random.between(0.8, 0.92) },
      }
    })
    const borrowers = [...drawn, ...dollars]
    await openPositions(lending.chain, lending, borrowers, lending.owner)
    await lending.chain.request('evm_increaseTime', Math.floor(random.between(3600, 40 * 86_400)))
    await lending.chain.request('evm_mine')
    return borrowers
  }

  describe.each(Array.from({ length: books }, (_, i) => i + 1))('book %i', (seed) => {
    let borrowers: Borrower[]
    let opened: string
    beforeAll(async () => {
      borrowers = await openBook(seed)
      opened = await lending.chain.request<string>('evm_snapshot')
    }, perBookMs)
    // Each finds the book as it was opened.
    beforeEach(async () => {
      await lending.chain.request('evm_revert', opened)
      opened = await lending.chain.request<string>('evm_snapshot')
    })

    it(
      'health and single liquidations are equal to the wei',
      async () => {
        await expectSameLiquidations(lending, borrowers, scenes, seen)
      },
      perBookMs,
    )

    it(
      'the cascade agrees with the chain round by round',
      async () => {
        const random = seededRandom(seed + 10_000)
        const depth = { depthUsd: Math.exp(random.between(10, 15)), rateOracles: random.chance(0.5) }
        const { calls, rounds, badDebtUsd } = await expectSameCascade(lending, borrowers, depth, random.between(0.08, 0.45))
        seen.rounds = (seen.rounds ?? 0) + rounds
        seen.calls = (seen.calls ?? 0) + calls
        seen['books with bad debt'] = (seen['books with bad debt'] ?? 0) + (badDebtUsd > 1 ? 1 : 0)
      },
      perBookMs,
    )
  })

  it('the books reach every rule', () => {
    expect(seen['aave liquidation']).toBeGreaterThan(10 * books)
    expect(seen.calls).toBeGreaterThan(10 * books)
    expect(seen['books with bad debt']).toBeGreaterThan(0)
  })
})

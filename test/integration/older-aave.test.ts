// A pool of Aave v3.0, as SparkLend's is one, by the contracts that its package ships: read to the unit, and liquidated as the model says.
// CASCADE_BOOKS sets how many seeded books are tried; 6 without it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { accountNamed } from '../../devnet/lending/accounts.ts'
import { type Borrower, drawBorrowers, openTogether } from '../../devnet/lending/borrowers.ts'
import { deployLending, type Lending } from '../../devnet/lending/lending.ts'
import { describeBooks } from '../support/cascade/books-on-chain.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { deployOlderAave, dollarMode } from '../support/cascade/older-aave.ts'
import type { SeededRandom } from '../support/cascade/seeded-random.ts'

const books = Number(process.env.CASCADE_BOOKS ?? 6)
const binary = anvilBinary()
if (binary === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000
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
  const seen: Record<string, number> = {}

  beforeAll(async () => {
    anvil = await startLocalAnvil(binary!)
    const newest = await deployLending(anvil.url, await loadLendingArtifacts())
    lending = { ...newest, aave: await deployOlderAave(newest) }
  }, compileMs)
  afterAll(async () => {
    await anvil?.stop()
    console.info('compared', seen)
  })

  async function open(random: SeededRandom, seed: number): Promise<Borrower[]> {
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
    await openTogether(lending.chain, lending, borrowers, lending.owner)
    return borrowers
  }

  describeBooks({
    seeds: Array.from({ length: books }, (_, i) => i + 1),
    scenes,
    seen,
    open,
    lending: () => lending,
    depthPowers: [10, 15],
    onCascade({ calls, rounds, badDebtUsd }) {
      seen.rounds = (seen.rounds ?? 0) + rounds
      seen.calls = (seen.calls ?? 0) + calls
      seen['books with bad debt'] = (seen['books with bad debt'] ?? 0) + (badDebtUsd > 1 ? 1 : 0)
    },
  })

  it('the books reach every rule', () => {
    expect(seen['aave liquidation']).toBeGreaterThan(10 * books)
    expect(seen.calls).toBeGreaterThan(10 * books)
    expect(seen['books with bad debt']).toBeGreaterThan(0)
  })
})

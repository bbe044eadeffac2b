// The model against the real contracts of both protocols on a local chain: single liquidations to the wei, cascades round by round.
// CASCADE_BOOKS sets how many seeded books are tried; 30 without it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { type Borrower, drawBorrowers, openPositions } from '../../devnet/lending/borrowers.ts'
import { deployLending, type Lending } from '../../devnet/lending/lending.ts'
import { expectSameCascade, expectSameLiquidations } from '../support/cascade/against-chain.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'

const books = Number(process.env.CASCADE_BOOKS ?? 30)
const binary = anvilBinary()
if (binary === null) {
  console.warn('SKIPPED cascade differential: the package @foundry-rs/anvil has no binary for this platform')
  if (process.env.CI) throw new Error('in CI the local chain must be there')
}

const borrowersPerBook = 18
const compileMs = 240_000
const perBookMs = 120_000
// Relative price changes per scene, as token -> multiplier.
const scenes = [
  { name: 'majors fall', prices: { WETH: 0.88, wstETH: 0.88, weETH: 0.88, WBTC: 0.92 } },
  { name: 'staked ETH loses its peg', prices: { WETH: 0.88, wstETH: 0.79, weETH: 0.82, WBTC: 0.92 } },
  { name: 'a crash', prices: { WETH: 0.55, wstETH: 0.52, weETH: 0.5, WBTC: 0.6 } },
  { name: 'borrowed tokens rise', prices: { WETH: 1.9, wstETH: 1.7, weETH: 1.6, WBTC: 1.8 } },
]

describe.skipIf(binary === null)('cascade against the real contracts', () => {
  let anvil: LocalAnvil
  let lending: Lending
  let fresh: string

  beforeAll(async () => {
    const artifacts = await loadLendingArtifacts()
    anvil = await startLocalAnvil(binary!)
    lending = await deployLending(anvil.url, artifacts)
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
    const borrowers = drawBorrowers(lending, borrowersPerBook, random.next, `book ${seed}`)
    await openPositions(lending.chain, lending, borrowers, lending.owner)
    await lending.chain.request('evm_increaseTime', Math.floor(random.between(3600, 40 * 86_400)))
    await lending.chain.request('evm_mine')
    return borrowers
  }

  const seen: Record<string, number> = {}

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
        const depth = { depthUsd: Math.exp(random.between(11, 16)), rateOracles: random.chance(0.5) }
        const { rounds } = await expectSameCascade(lending, borrowers, depth, random.between(0.08, 0.45))
        seen.cascades = (seen.cascades ?? 0) + (rounds > 0 ? 1 : 0)
        seen.rounds = (seen.rounds ?? 0) + rounds
      },
      perBookMs,
    )
  })

  it.skipIf(books < 30)('the books reach every rule', () => {
    expect(seen['aave liquidation']).toBeGreaterThan(100)
    expect(seen['morpho liquidation']).toBeGreaterThan(50)
    expect(seen['aave dust refusal']).toBeGreaterThan(0)
    expect(seen['morpho healthy']).toBeGreaterThan(50)
    expect(seen.cascades).toBeGreaterThan(25)
    expect(seen.rounds).toBeGreaterThan(75)
  })
})

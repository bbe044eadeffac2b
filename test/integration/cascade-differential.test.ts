// The model against the real contracts of both protocols on a local chain: single liquidations to the wei, cascades round by round.
// CASCADE_BOOKS sets how many seeded books are tried; 30 without it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { drawBorrowers, openTogether } from '../../devnet/lending/borrowers.ts'
import { deployLending, type Lending } from '../../devnet/lending/lending.ts'
import { describeBooks } from '../support/cascade/books-on-chain.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'

const books = Number(process.env.CASCADE_BOOKS ?? 30)
const binary = anvilBinary()
if (binary === null) {
  console.warn('SKIPPED cascade differential: the package @foundry-rs/anvil has no binary for this platform')
  if (process.env.CI) throw new Error('in CI the local chain must be there')
}

const borrowersPerBook = 18
const compileMs = 240_000
// Relative price changes per scene, as token -> multiplier.
const scenes = [
  { name: 'majors fall', prices: { WETH: 0.88, wstETH: 0.88, weETH: 0.88, WBTC: 0.92 } },
  { name: 'staked ETH loses its peg', prices: { WETH: 0.88, wstETH: 0.79, weETH: 0.82, WBTC: 0.92 } },
  { name: 'a crash', prices: { WETH: 0.55, wstETH: 0.52, weETH: 0.5, WBTC: 0.6 } },
  { name: 'borrowed tokens rise', prices: { WETH: 1.9, wstETH: 1.7, weETH: 1.6, WBTC: 1.8 } },
]

const seen: Record<string, number> = {}

// Half of a book's time one of the two, chain or model, waits for the other: two chains, side by side.
describe.skipIf(binary === null).concurrent.each(['odd', 'even'])('cascade against the real contracts, %s books', (which) => {
  let anvil: LocalAnvil
  let lending: Lending

  beforeAll(async () => {
    const artifacts = await loadLendingArtifacts()
    anvil = await startLocalAnvil(binary!)
    lending = await deployLending(anvil.url, artifacts)
  }, compileMs)

  afterAll(() => anvil?.stop())

  describeBooks({
    seeds: Array.from({ length: books }, (_, i) => i + 1).filter((seed) => (seed % 2 === 1) === (which === 'odd')),
    scenes,
    seen,
    lending: () => lending,
    async open(random, seed) {
      const borrowers = drawBorrowers(lending, borrowersPerBook, random.next, `book ${seed}`)
      await openTogether(lending.chain, lending, borrowers, lending.owner)
      return borrowers
    },
    depthPowers: [11, 16],
    onCascade({ rounds }) {
      seen.cascades = (seen.cascades ?? 0) + (rounds > 0 ? 1 : 0)
      seen.rounds = (seen.rounds ?? 0) + rounds
    },
  })
})

it.skipIf(binary === null || books < 30)('the books reach every rule', () => {
  console.info('compared', seen)
  expect(seen['aave liquidation']).toBeGreaterThan(100)
  expect(seen['morpho liquidation']).toBeGreaterThan(50)
  expect(seen['aave dust refusal']).toBeGreaterThan(0)
  expect(seen['morpho healthy']).toBeGreaterThan(50)
  expect(seen.cascades).toBeGreaterThan(25)
  expect(seen.rounds).toBeGreaterThan(75)
})

// The demo's lending market on a real local chain: borrowers open, prices shock, and the liquidator leaves nobody below one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { type Borrower, drawBorrowers, openPositions } from '../../devnet/lending/borrowers.ts'
import { deployLending, type Lending } from '../../devnet/lending/lending.ts'
import { liquidateOnce, liquidationOf } from '../../devnet/lending/liquidator.ts'
import { setPrices } from '../../devnet/lending/prices.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'

const binary = anvilBinary()
if (binary === null && process.env.CI) throw new Error('in CI the local chain must be there')
const compileMs = 240_000
const mostPasses = 20

describe.skipIf(binary === null)('the demo market', () => {
  let anvil: LocalAnvil
  let lending: Lending
  let borrowers: Borrower[]

  beforeAll(async () => {
    const artifacts = await loadLendingArtifacts()
    anvil = await startLocalAnvil(binary!)
    lending = await deployLending(anvil.url, artifacts)
    borrowers = drawBorrowers(lending, 30, seededRandom(77).next, 'demo')
    await openPositions(lending.chain, lending, borrowers, lending.owner)
  }, compileMs)

  afterAll(() => anvil?.stop())

  it('opens everybody healthy', async () => {
    const timestamp = await lending.chain.timestamp()
    for (const borrower of borrowers) expect(await liquidationOf(lending, borrower, timestamp)).toBeNull()
  })

  it(
    'liquidates after a shock until nobody is left below one',
    async () => {
      const prices = { WETH: 2000, wstETH: 2380, weETH: 2100, WBTC: 50_000 }
      await setPrices(lending.chain, lending.tokens, lending.morpho, prices, lending.owner)
      let liquidated = 0
      for (let pass = 0; pass < mostPasses; pass++) {
        const now = await liquidateOnce(lending, borrowers)
        liquidated += now
        if (now === 0) break
      }
      expect(liquidated).toBeGreaterThan(5)
      const timestamp = await lending.chain.timestamp()
      for (const borrower of borrowers) expect(await liquidationOf(lending, borrower, timestamp)).toBeNull()
    },
    compileMs,
  )
})

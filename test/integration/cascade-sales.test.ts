// The model beside real sales: books liquidated on the lenders' contracts and sold into Uniswap v3 and v4, whose prices move the oracles.
// SALES_SEED makes the same books again; `npm run bench -- cascade-sales` takes more of them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadArtifacts, loadLendingArtifacts } from '../../devnet/contracts/artifacts.ts'
import { ownInput } from '../../devnet/contracts/sources.ts'
import { loadExchangeArtifacts } from '../../devnet/exchange/published.ts'
import { anvilBinary, type LocalAnvil, startLocalAnvil } from '../support/cascade/local-anvil.ts'
import { loadOthers, type OtherName } from '../support/cascade/other-lenders.ts'
import { openSalesWorld, type SalesWorld } from '../support/cascade/real-sales.ts'

const binary = anvilBinary()
if (binary === null && process.env.CI) throw new Error('in CI the local chain must be there')
const seed = Number(process.env.SALES_SEED ?? Math.floor(Math.random() * 1e6))
const enough = 2
const most = 5
let anvil: LocalAnvil | undefined
let world: SalesWorld
let others: readonly OtherName[] = []

beforeAll(async () => {
  if (binary === null) return
  const [lending, own, v3] = await Promise.all([loadLendingArtifacts(), loadArtifacts(ownInput()), loadExchangeArtifacts()])
  const loaded = await loadOthers()
  others = Object.keys(loaded) as OtherName[]
  anvil = await startLocalAnvil(binary)
  world = await openSalesWorld(anvil.url, { lending, v3, desk: own.MarketDesk!, others: loaded })
}, 400_000)

afterAll(() => anvil?.stop())

it.skipIf(binary === null)(
  `what the model says of a fall is what real liquidations and sales come to (SALES_SEED=${seed})`,
  async () => {
    // A position at the edge is liquidated in one and not in the other now and then, and then a whole one is between them.
    const off: string[] = []
    const idle = new Set<OtherName>(others)
    for (let close = 0, wrong = 0, book = seed; close < enough || idle.size > 0; book++) {
      const { real, models, ofOthers } = await world.sellBook(book)
      for (const [name, liquidations] of ofOthers) if (liquidations > 0) idle.delete(name)
      const far = (['at the fall', 'before it'] as const).filter((one) => {
        const apart = (field: 'seizedUsd' | 'badDebtUsd') =>
          Math.abs(models[one][field] - real[field]) / Math.max(1, real.seizedUsd)
        return apart('seizedUsd') >= 0.01 || apart('badDebtUsd') >= 0.005
      })
      if (far.length === 0) close++
      else wrong++
      for (const one of far)
        off.push(
          `book ${book}, depth read ${one}: seized ${models[one].seizedUsd} for ${real.seizedUsd}, bad debt ${models[one].badDebtUsd} for ${real.badDebtUsd}`,
        )
      expect(wrong, off.join('; ')).toBeLessThanOrEqual(most - enough)
    }
  },
  240_000,
)

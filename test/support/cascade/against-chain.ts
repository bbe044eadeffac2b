// One book on a local chain's contracts beside the model: health and single liquidations to the wei, a cascade round by round.
import { expect } from 'vitest'
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { setPrices } from '../../../devnet/lending/prices.ts'
import { createBook } from '../../../processors/services/cascade/book/book.ts'
import { createRun } from '../../../processors/services/cascade/engine/run.ts'
import { simulate } from '../../../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { cascadeOnChain } from './chain-cascade.ts'
import { compareAave, compareMorpho } from './chain-single.ts'
import { type Depth, readFloatBook } from './float-book.ts'

/** Relative price changes, as token -> multiplier. */
export type Scene = { readonly name: string; readonly prices: Readonly<Record<string, number>> }

const tolerance = 1e-7

/** How often each thing was compared is added to `seen`. */
export async function expectSameLiquidations(
  lending: Lending,
  borrowers: readonly Borrower[],
  scenes: readonly Scene[],
  seen: Record<string, number>,
): Promise<void> {
  for (const { name, prices } of scenes) {
    await move(lending, prices)
    for (const borrower of borrowers) {
      // Again where the first call took something: a refused one leaves the chain, and so what both would say again, as it was.
      for (let [call, taken] = [0, true]; call < 2 && taken; call++) {
        const compared =
          borrower.protocol === 'aave-v3' ? await compareAave(lending, borrower) : await compareMorpho(lending, borrower)
        for (const { what, model, chain } of compared) {
          seen[what] = (seen[what] ?? 0) + 1
          expect(model, `${name}, ${borrower.account}: ${what}`).toEqual(chain)
        }
        taken = compared.some(({ what }) => what.endsWith(' liquidation'))
      }
    }
  }
}

export async function expectSameCascade(lending: Lending, borrowers: readonly Borrower[], depth: Depth, drop: number) {
  await move(lending, {})
  const { state, positions } = await readFloatBook(lending, borrowers, depth)
  const book = createBook()
  for (const position of positions) book.upsert(position)
  const shocked = state.tokens.map((t) => t.family === 'ETH')
  const shock = Float64Array.from(shocked, (s) => (s ? 1 - drop : 1))
  const model = simulate(createRun(buildIndex(book.view(), state, shocked)), shock)
  const chain = await cascadeOnChain(lending, borrowers, state, shock)

  expect(model.rounds.map((r) => r.liquidations)).toEqual(chain.rounds.map((r) => r.liquidations))
  // The chain counts in units of a token: each liquidation may round by one of the coarsest, a hundred-millionth of a bitcoin.
  const calls = model.rounds.reduce((sum, r) => sum + r.liquidations, 0)
  const unitUsd = Math.max(...lending.tokens.map((t) => t.priceUsd / Number(t.unit))) * calls
  for (const [r, round] of model.rounds.entries())
    expectClose(round.repaidUsd, chain.rounds[r]!.repaidUsd, unitUsd, `repaid in round ${r + 1}`)
  for (const [t, token] of state.tokens.entries()) {
    expectClose(model.sold[t]!, chain.sold[t]!, unitUsd / token.priceUsd, `${token.symbol} sold`)
    expectClose(model.oracleMultiplier[t]!, chain.oracleMultiplier[t]!, 0, `${token.symbol} price`)
  }
  const badDebtUsd = model.perProtocol.reduce((sum, tally) => sum + tally.badDebtUsd, 0)
  expectClose(badDebtUsd, chain.badDebtUsd, unitUsd, 'bad debt')
  return { calls, rounds: chain.rounds.length, badDebtUsd: chain.badDebtUsd }
}

async function move(lending: Lending, multipliers: Scene['prices']): Promise<void> {
  const pricesUsd = Object.fromEntries(lending.tokens.map((t) => [t.symbol, t.priceUsd * (multipliers[t.symbol] ?? 1)]))
  await setPrices(lending.chain, lending.tokens, lending.morpho, pricesUsd, lending.owner)
}

function expectClose(model: number, chain: number, rounding: number, what: string): void {
  expect(Math.abs(model - chain), `${what}: model ${model}, chain ${chain}`).toBeLessThanOrEqual(
    tolerance * Math.abs(chain) + rounding,
  )
}

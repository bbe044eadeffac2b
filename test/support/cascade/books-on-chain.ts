// Seeded books on real contracts, each opened once: its single liquidations, and its cascade, are held against the model's.
import { beforeAll, beforeEach, describe, it } from 'vitest'
import type { Borrower } from '../../../devnet/lending/borrowers.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { expectSameCascade, expectSameLiquidations } from './against-chain.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

export interface BooksOnChain {
  /** Of the books, each drawn by its number. */
  readonly seeds: readonly number[]
  /** There once the suite's own beforeAll has deployed it. */
  lending(): Lending
  open(random: SeededRandom, seed: number): Promise<Borrower[]>
  readonly scenes: Parameters<typeof expectSameLiquidations>[2]
  /** Between which powers of e the depth of a token's market is drawn. */
  readonly depthPowers: readonly [number, number]
  readonly seen: Record<string, number>
  onCascade(compared: Awaited<ReturnType<typeof expectSameCascade>>): void
}

const perBookMs = 120_000
const dayS = 86_400

export function describeBooks({ seeds, lending, open, scenes, depthPowers, seen, onCascade }: BooksOnChain): void {
  let fresh: string | undefined
  const ask = <T>(method: string, ...args: unknown[]) => lending().chain.request<T>(method, ...args)

  async function openBook(seed: number): Promise<Borrower[]> {
    if (fresh !== undefined) await ask('evm_revert', fresh)
    fresh = await ask<string>('evm_snapshot')
    const random = seededRandom(seed)
    const borrowers = await open(random, seed)
    await ask('evm_increaseTime', Math.floor(random.between(3600, 40 * dayS)))
    await ask('evm_mine')
    return borrowers
  }

  // On one chain, which holds one book at a time.
  describe.each(seeds)('book %i', { concurrent: false }, (seed) => {
    let borrowers: Borrower[]
    let opened: string
    beforeAll(async () => {
      borrowers = await openBook(seed)
      opened = await ask<string>('evm_snapshot')
    }, perBookMs)
    // Each finds the book as it was opened.
    beforeEach(async () => {
      await ask('evm_revert', opened)
      opened = await ask<string>('evm_snapshot')
    })

    it(
      'health and single liquidations are equal to the wei',
      () => expectSameLiquidations(lending(), borrowers, scenes, seen),
      perBookMs,
    )

    it(
      'the cascade agrees with the chain round by round',
      async () => {
        const random = seededRandom(seed + 10_000)
        const depth = { depthUsd: Math.exp(random.between(...depthPowers)), rateOracles: random.chance(0.5) }
        onCascade(await expectSameCascade(lending(), borrowers, depth, random.between(0.08, 0.45)))
      },
      perBookMs,
    )
  })
}

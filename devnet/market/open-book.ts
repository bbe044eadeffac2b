// Opens everybody's first position: the collateral of all in a few transactions, then each borrower's own loans, many at a time.
import { fund } from '../lending/accounts.ts'
import { sendBatch } from './batch.ts'
import type { DemoMarket } from './build.ts'
import { borrowCalls, drawnAmounts, modeCalls, sendAs, supplyCalls } from './positions.ts'

const atOnce = 12

export async function openBook({ lending, borrowers }: DemoMarket): Promise<void> {
  await fund(
    lending.chain,
    borrowers.map((borrower) => borrower.account),
  )
  await sendBatch(
    lending.chain,
    borrowers.flatMap((borrower) => supplyCalls(lending, borrower, 1)),
    lending.owner,
  )
  const waiting = [...borrowers]
  const workers = Array.from({ length: atOnce }, async () => {
    for (let borrower = waiting.pop(); borrower !== undefined; borrower = waiting.pop()) {
      const { debt } = drawnAmounts(lending, borrower)
      await sendAs(lending, borrower.account, [...modeCalls(lending, borrower), ...borrowCalls(lending, borrower, debt)])
    }
  })
  await Promise.all(workers)
}

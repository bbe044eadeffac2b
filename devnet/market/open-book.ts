// Opens everybody's first position: the collateral of all in a few transactions, then all borrowers' own loans in one block.
import { fund } from '../lending/accounts.ts'
import { sendBatch } from './batch.ts'
import type { DemoMarket } from './build.ts'
import { borrowCalls, drawnAmounts, modeCalls, supplyCalls } from './positions.ts'

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
  await lending.chain.sendTogether(
    borrowers.flatMap((borrower) => {
      const calls = [...modeCalls(lending, borrower), ...borrowCalls(lending, borrower, drawnAmounts(lending, borrower).debt)]
      return calls.map(({ contract, name, args }) => ({ contract, name, args, from: borrower.account }))
    }),
  )
}

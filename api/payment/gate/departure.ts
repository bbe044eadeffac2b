// Whether an answer left this process whole: waited for by the ledger, told once by whoever sends the answer.
import type { ServerResponse } from 'node:http'
import type { PaymentName } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'

export type Departure = {
  readonly whole: Promise<boolean>
  /** Only the first word counts. */
  tell(isWhole: boolean): void
}

export function createDeparture(): Departure {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  return { whole: promise, tell: resolve }
}

/** Whole once the operating system has it: of what is lost behind it nobody here learns. */
export function watchDeparture(response: ServerResponse, { tell }: Departure): void {
  if (response.destroyed) tell(false)
  response.once('finish', () => tell(true))
  response.once('close', () => tell(false))
}

/** An answer that was lost on its way is anybody's who brings its payment, at once; one that has left is only its payer's. */
export async function recordDeparture(
  store: Pick<PaymentStore, 'leave' | 'letGo'>,
  of: PaymentName & { readonly departure: Departure },
): Promise<void> {
  await ((await of.departure.whole) ? store.leave(of) : store.letGo(of))
}

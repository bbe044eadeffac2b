// What a transaction may pay for its gas at the moment; asked once for all that are sent within a second.
import type { FeeValuesEIP1559, PublicClient } from 'viem'

export type Fees = FeeValuesEIP1559<bigint>
export interface FeeSource {
  /** `fresh`: what was said a moment ago turned out to be too little. */
  now(o?: { fresh: boolean }): Promise<Fees>
}

const holdsMs = 1_000

export function createFeeSource(client: PublicClient): FeeSource {
  let asked: { readonly at: number; readonly fees: Promise<Fees> } | null = null
  return {
    now({ fresh } = { fresh: false }) {
      if (asked !== null && !fresh && performance.now() - asked.at < holdsMs) return asked.fees
      const mine = { at: performance.now(), fees: client.estimateFeesPerGas() as Promise<Fees> }
      asked = mine
      mine.fees.catch(() => {
        if (asked === mine) asked = null
      })
      return mine.fees
    },
  }
}

// Where each runtime code was read lately, so that a copy of a contract is known for one.
import type { Hex } from 'viem'

export interface Seen {
  readonly chain_id: number
  readonly address: string
}

export interface CodeIndex {
  /** Another place with the very same code, the first that was read; null where there is none. */
  twinOf(hash: Hex, place: Seen): Seen | null
}

// A place is two short texts: some megabytes at most.
const mostCodes = 50_000

export function createCodeIndex(most = mostCodes): CodeIndex {
  const first = new Map<Hex, Seen>()
  return {
    twinOf(hash, place) {
      const known = first.get(hash)
      if (known === undefined) {
        first.set(hash, place)
        // The oldest goes first, as a map keeps its order.
        if (first.size > most) first.delete(first.keys().next().value!)
        return null
      }
      return known.chain_id === place.chain_id && known.address === place.address ? null : known
    },
  }
}

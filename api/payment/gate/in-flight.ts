// The payments this process is working on: duplicates wait here, and one payer cannot occupy everything.
import { createPassing } from '../../../base/passing.ts'

export type Stay = { readonly fingerprint: string; left(): Promise<void> }

/** Giving up a place twice does nothing. */
export type Place = {
  /** It counts among its payer's no more; duplicates still wait. */
  answered(): void
  leave(): void
}

export interface InFlight {
  of(key: string): Stay | undefined
  countOf(payer: string): number
  enter(key: string, payer: string, fingerprint: string): Place
  readonly size: number
}

export function createInFlight(): InFlight {
  const stays = createPassing<string, Stay>()
  const payers = createPassing<string, number>()
  return {
    of: (key) => stays.get(key),
    countOf: (payer) => payers.get(payer) ?? 0,
    enter(key, payer, fingerprint) {
      let isOver: PromiseWithResolvers<void> | null = null
      const left = () => {
        isOver ??= Promise.withResolvers()
        return isOver.promise
      }
      const stay: Stay = { fingerprint, left }
      stays.set(key, stay)
      payers.set(payer, (payers.get(payer) ?? 0) + 1)
      let isCounted = true
      const answered = () => {
        if (!isCounted) return
        isCounted = false
        const others = payers.get(payer)! - 1
        if (others > 0) payers.set(payer, others)
        else payers.delete(payer)
      }
      const leave = () => {
        if (stays.get(key) !== stay) return
        stays.delete(key)
        answered()
        isOver?.resolve()
      }
      return { answered, leave }
    },
    get size() {
      return stays.size
    },
  }
}

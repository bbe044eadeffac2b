// The payments this process is working on: duplicates wait here, and one payer cannot occupy everything.
export type Stay = { readonly fingerprint: string; left(): Promise<void> }

export interface InFlight {
  of(key: string): Stay | undefined
  countOf(payer: string): number
  /** Returns how to leave; leaving twice does nothing. */
  enter(key: string, payer: string, fingerprint: string): () => void
  readonly size: number
}

export function createInFlight(): InFlight {
  const stays = new Map<string, Stay>()
  const payers = new Map<string, number>()
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
      return () => {
        if (stays.get(key) !== stay) return
        stays.delete(key)
        const others = payers.get(payer)! - 1
        if (others > 0) payers.set(payer, others)
        else payers.delete(payer)
        isOver?.resolve()
      }
    },
    get size() {
      return stays.size
    },
  }
}

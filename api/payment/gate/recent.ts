// Remembers which payments were seen of late: who repeats one must not make us ask the facilitator about it each time.
export interface Recent {
  /** True the first time a key is met, and again once it has been forgotten. */
  isNew(key: string): boolean
}

/** Remembers at least the last `count` keys, at most twice as many: forgetting all of an age at once costs nothing by key. */
export function createRecent(count: number): Recent {
  let old = new Set<string>()
  let young = new Set<string>()
  return {
    isNew(key) {
      if (young.has(key) || old.has(key)) return false
      if (young.size >= count) {
        old = young
        young = new Set()
      }
      young.add(key)
      return true
    },
  }
}

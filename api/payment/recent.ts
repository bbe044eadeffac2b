// Remembers which payments were seen of late: who repeats one must not make us ask the facilitator about it each time.
export interface Recent {
  /** True the first time a key is met, and again once it has been forgotten. */
  isNew(key: string): boolean
}

export function createRecent(limit: number): Recent {
  const keys = new Set<string>()
  return {
    isNew(key) {
      if (keys.has(key)) return false
      keys.add(key)
      if (keys.size > limit) keys.delete(keys.values().next().value!)
      return true
    },
  }
}

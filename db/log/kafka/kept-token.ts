// A login's token, kept for most of its life and asked for once for all connections that want it at the same time.
export interface GivenToken {
  readonly token: string
  /** From the moment it was asked for: a clock of somebody else is not ours. */
  readonly lifeSeconds: number
}

// Of a token's life: a connection is made with what is left.
const keptShare = 0.8

export function keepToken(ask: () => Promise<GivenToken>, now = () => performance.now()): () => Promise<string> {
  let kept: { readonly token: string; readonly until: number } | null = null
  let asking: Promise<string> | null = null
  const askAnew = async () => {
    const askedAt = now()
    const { token, lifeSeconds } = await ask()
    kept = { token, until: askedAt + lifeSeconds * keptShare * 1_000 }
    return token
  }
  return async () => {
    if (kept !== null && now() < kept.until) return kept.token
    asking ??= askAnew().finally(() => {
      asking = null
    })
    return asking
  }
}

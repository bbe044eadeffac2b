// One recorded exchange: what was asked, what came back, and when.
export interface Exchange {
  readonly method: string
  /** A URL in which * stands for anything; the order of its parameters does not count. */
  readonly url: string
  /** What was posted; null matches whatever is. */
  readonly sent: string | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null where nobody knows. */
  readonly at: Date | null
  /** Why it cannot be played: it was asked then, and its answer was not kept. */
  readonly lacks?: string
  body(): Promise<Uint8Array>
}

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly sent: string | null
}

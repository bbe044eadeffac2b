// What was started, taken down in the opposite order, and which part is being waited for.

type End = () => Promise<unknown>

export interface Stops {
  add(part: string, end: End): void
  /** Parts that need nothing of each other: told to stop at once with those added before and after that are so too. */
  addBeside(part: string, end: End): void
  /** The last added first, each once. */
  all(): Promise<void>
  /** What has not stopped yet while all are being stopped. */
  waitingFor(): string | null
}

export function createStops(): Stops {
  const steps: { isBeside: boolean; parts: { part: string; end: End }[] }[] = []
  const waiting = new Set<string>()
  const stop = async (part: string, end: End): Promise<void> => {
    waiting.add(part)
    await end()
    waiting.delete(part)
  }
  return {
    add: (part, end) => void steps.push({ isBeside: false, parts: [{ part, end }] }),
    addBeside(part, end) {
      const last = steps.at(-1)
      if (last?.isBeside) last.parts.push({ part, end })
      else steps.push({ isBeside: true, parts: [{ part, end }] })
    },
    async all() {
      for (const { parts } of steps.splice(0).reverse()) await Promise.all(parts.map(({ part, end }) => stop(part, end)))
    },
    waitingFor: () => (waiting.size === 0 ? null : [...waiting].join(', ')),
  }
}

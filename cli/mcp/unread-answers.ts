// Answers that were paid for and that nobody waited for any more: the same call gets them, and pays no second time.
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/sdk/types.js'

type Params = CallToolRequest['params']

export interface Errand {
  readonly answer: Promise<CallToolResult>
  /** From when on its end is bought or not known; before that nothing is lost by giving it up. */
  isSigned(): boolean
}

// An agent that gave up asks again at once or has changed its mind; later the answer would be older than a new one.
const keptMs = 300_000

export function createUnreadAnswers(now: () => number = () => performance.now()) {
  const kept = new Map<string, { readonly errand: Errand; readonly at: number }>()
  return {
    /** Runs the errand, or takes up the one of the same call that was left alone. */
    async read(params: Params, run: () => Errand, signal?: AbortSignal): Promise<CallToolResult> {
      const name = JSON.stringify([params.name, params.arguments ?? {}])
      for (const [other, { at }] of kept) if (now() - at >= keptMs) kept.delete(other)
      const errand = kept.get(name)?.errand ?? run()
      kept.delete(name)
      const leave = () => {
        if (!errand.isSigned()) return
        const mine = { errand, at: now() }
        kept.set(name, mine)
        // What was refused is asked anew.
        errand.answer.then(
          ({ isError }) => isError === true && kept.get(name) === mine && kept.delete(name),
          () => undefined,
        )
      }
      signal?.addEventListener('abort', leave, { once: true })
      try {
        return await errand.answer
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}

// The conversion process: takes one job at a time over its channel and answers it; it has no network and may not write.
import { type ConvertJob, convert } from './convert.ts'
import type { ChildAnswer } from './convert-process.ts'

// Nothing in a page conversion may reach out; a library that tries fails loudly.
Object.assign(globalThis, {
  fetch: () => Promise.reject(new Error('no network in a page conversion')),
  WebSocket: undefined,
  EventSource: undefined,
})

process.on('message', (job: ConvertJob) => {
  process.send?.(answer(job))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready' } satisfies ChildAnswer)

function answer(job: ConvertJob): ChildAnswer {
  try {
    return { kind: 'done', converted: convert(job) }
  } catch (error) {
    // Running out of stack or of string length is the page's doing, anything else is ours.
    return {
      kind: 'failed',
      overrun: error instanceof RangeError,
      message: error instanceof Error ? `${error.stack}` : String(error),
    }
  }
}

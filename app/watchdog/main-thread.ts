// Speaks to the main thread from another one while it cannot answer: the engine puts a word in even in the middle of a loop or an expression.
import { Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'

export interface MainThread {
  /** The functions it stood in when asked, innermost first; null while it has not told, as within one long call of the engine's. */
  readonly frames: readonly string[] | null
  exit(code: number): void
  close(): void
}

const mostFrames = 24
// Its own frame is the first; the limit that the program runs with is put back.
const tellStack = `(() => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = ${mostFrames + 2}
  try {
    return new Error().stack
  } finally {
    Error.stackTraceLimit = limit
  }
})()`

/** Asks it at once what it runs. The debugger would tell more, and take seconds to get to know every file first. */
export function askMainThread(root: string): MainThread {
  const session = new Session()
  session.connectToMainThread()
  let frames: readonly string[] | null = null
  session.post('Runtime.evaluate', { expression: tellStack }, (error, answer) => {
    if (error === null) frames = framesOf(String(answer.result.value), root)
  })
  return {
    get frames() {
      return frames
    },
    exit: (code) => session.post('Runtime.evaluate', { expression: `process.reallyExit(${code})` }),
    close: () => session.disconnect(),
  }
}

function framesOf(stack: string, root: string): string[] {
  const lines = stack.split('\n').filter((line) => line.startsWith('    at '))
  const own = lines.findLastIndex((line) => line.includes('<anonymous>:'))
  return lines
    .slice(own + 1, own + 1 + mostFrames)
    .map((line) => line.slice(7).replaceAll(root, '').replaceAll(fileURLToPath(root), ''))
}

// Reads a token's logs over spans of blocks as wide as the node takes: plans differ, and few say how.
import {
  BaseError,
  type Hex,
  HttpRequestError,
  type LogTopic,
  numberToHex,
  type PublicClient,
  ResponseBodyTooLargeError,
  type RpcLog,
  RpcRequestError,
} from 'viem'

export type Span = { readonly from: bigint; readonly to: bigint }
export type LogFilter = { readonly asset: string; readonly topics: readonly (LogTopic | readonly Hex[])[] }

export interface LogReader {
  /** `spanOf` is asked again with a smaller width whenever the node refuses one. */
  read(filter: LogFilter, spanOf: (width: bigint) => Span): Promise<{ readonly logs: RpcLog[]; readonly span: Span }>
}

const MiB = 1024 * 1024
/** What is read of one answer of a node. */
export const usualAnswer = { timeout: 10_000, maxResponseBodySize: 16 * MiB }
/** Of those who pay at this moment: looked for again and again, whatever became of one question. */
export const shortAnswer = { timeout: 5_000, maxResponseBodySize: 4 * MiB, retryCount: 0 }
/** Of one block, which can be asked for in no smaller pieces: fifty thousand transfers may fill it. */
export const oneBlocksAnswer = { timeout: 30_000, maxResponseBodySize: 128 * MiB }

// Public endpoints refuse wider ones.
const widest = 9_000n
// After so many answers more is asked for again: what was too long may have been one place that somebody filled, a plan stays what it is.
const doubledAfter = { tooLong: 4, refused: 50 } as const

/** Two clients of one node: the usual one, and one with `oneBlocksAnswer`; null where what is too long is to be asked for in another way. */
export function createLogReader(client: PublicClient, patient: PublicClient | null): LogReader {
  let [width, answered] = [widest, 0]
  let reason: keyof typeof doubledAfter = 'refused'
  const ask = (of: PublicClient, { asset, topics }: LogFilter, { from, to }: Span): Promise<RpcLog[]> => {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    // What is too long is no shorter the next time, and viem would take it for a fault.
    return of.request(
      { method: 'eth_getLogs', params: [{ address: asset as Hex, topics: topics as LogTopic[], ...range }] },
      { retryCount: patient === null ? 0 : 1 },
    )
  }
  return {
    async read(filter, spanOf) {
      for (;;) {
        const span = spanOf(width)
        try {
          const logs = await ask(client, filter, span)
          if (++answered >= doubledAfter[reason]) {
            width = width * 2n < widest ? width * 2n : widest
            answered = 0
          }
          return { logs, span }
        } catch (error) {
          const why = reasonOf(error)
          const isOneBlock = span.to === span.from
          if (why === null || (why === 'tooLong' ? patient === null : isOneBlock)) throw error
          if (isOneBlock) return { logs: await ask(patient!, filter, span), span }
          // Measured by what was asked, so that two readers at once do not halve it twice.
          const half = (span.to - span.from + 1n) / 2n
          if (half < width) width = half
          answered = 0
          reason = why
        }
      }
    },
  }
}

// The node has understood and will not, or says more than we read: a connection that broke says nothing about the width.
function reasonOf(error: unknown): keyof typeof doubledAfter | null {
  if (!(error instanceof BaseError)) return null
  if (isTooLong(error)) return 'tooLong'
  const cause = error.walk((one) => one instanceof RpcRequestError || one instanceof HttpRequestError)
  if (cause instanceof RpcRequestError) return 'refused'
  return cause instanceof HttpRequestError && (cause.status === 400 || cause.status === 413) ? 'refused' : null
}

export function isTooLong(error: unknown): boolean {
  return error instanceof BaseError && error.walk((one) => one instanceof ResponseBodyTooLargeError) !== null
}

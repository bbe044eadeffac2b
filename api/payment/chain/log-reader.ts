// Reads a token's logs over spans of blocks as wide as the node takes: plans differ, and few say how.
import {
  BaseError,
  type Hex,
  HttpRequestError,
  type LogTopic,
  numberToHex,
  type PublicClient,
  type RpcLog,
  RpcRequestError,
} from 'viem'

export type Span = { readonly from: bigint; readonly to: bigint }
export type LogFilter = { readonly asset: string; readonly topics: readonly (LogTopic | readonly Hex[])[] }

export interface LogReader {
  /** `spanOf` is asked again with a smaller width whenever the node refuses one. */
  read(filter: LogFilter, spanOf: (width: bigint) => Span): Promise<{ readonly logs: RpcLog[]; readonly span: Span }>
}

// Public endpoints refuse wider ones.
const widest = 9_000n

export function createLogReader(client: PublicClient): LogReader {
  let width = widest
  const ask = ({ asset, topics }: LogFilter, { from, to }: Span): Promise<RpcLog[]> => {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    return client.request({ method: 'eth_getLogs', params: [{ address: asset as Hex, topics: topics as LogTopic[], ...range }] })
  }
  return {
    async read(filter, spanOf) {
      for (;;) {
        const span = spanOf(width)
        try {
          return { logs: await ask(filter, span), span }
        } catch (error) {
          if (!isRefusal(error) || span.to === span.from) throw error
          // Measured by what was asked, so that two readers at once do not halve it twice.
          const half = (span.to - span.from + 1n) / 2n
          if (half < width) width = half
        }
      }
    },
  }
}

// The node has understood and will not: a connection that broke says nothing about the width.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const cause = error.walk((one) => one instanceof RpcRequestError || one instanceof HttpRequestError)
  if (cause instanceof RpcRequestError) return true
  return cause instanceof HttpRequestError && (cause.status === 400 || cause.status === 413)
}

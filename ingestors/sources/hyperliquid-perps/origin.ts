// Who Hyperliquid's facts come from, and how its one address is asked.
import type { FetchContext } from '../../define.ts'

export const hyperliquidOrigin = {
  id: 'hyperliquid',
  name: 'Hyperliquid info API',
  url: 'https://hyperliquid.gitbook.io/hyperliquid-docs',
  licence: 'public API of an on-chain venue, with attribution',
  attribution: 'Hyperliquid',
}

/** The question is in the body; it is repeated in the query, which the venue ignores, so that logs and samples can tell questions apart. */
export function askHyperliquid(context: Pick<FetchContext, 'http' | 'signal'>, question: Record<string, string | number>) {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]): [string, string] => [name, String(value)]))
  return context.http.json(`https://api.hyperliquid.xyz/info?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: context.signal,
  })
}

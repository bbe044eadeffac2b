// Asks for all pairs of a token; that there are none is an answer too.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach, type SetAside } from '../../aside.ts'
import { type OutsideAnswer, type OutsideKey, readOutsideKey, shownToken } from '../../contracts/outside-key.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { tokenPairs } from './topic.ts'

type Fact = ValueOf<typeof tokenPairs>

// The upstream's own words for the chains.
const chains: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum',
  43114: 'avalanche',
}

async function fetchPairs(key: OutsideKey, { http, signal }: FetchContext): Promise<OutsideAnswer[]> {
  const chain = chains[key.chainId]
  if (chain === undefined) throw new TollgateError('key_unknown', `chain ${key.chainId} is not watched`)
  return [{ ...key, body: await http.json(`https://api.dexscreener.com/token-pairs/v1/${chain}/${key.token}`, { signal }) }]
}

export default defineIngestor<Fact, OutsideAnswer[]>({
  source: 'dexscreener-pairs',
  topic: tokenPairs,
  schedule: '35 5 * * *',
  grade: 'C',
  proof: 'captured 2025-02',
  async fetch(context) {
    const fetched = await fetchPairs(shownToken, context)
    // Of the token the documents show there are pairs.
    readRows(fetched[0]!.body, 'the pairs')
    return fetched
  },
  parse: (fetched, at, setAside) =>
    fetched.map(({ asked, chainId, token, body }) => ({
      asked,
      chain_id: chainId,
      read_at: at.toISOString(),
      token,
      pairs: readPairs(readRows(body, 'the pairs', { mayBeEmpty: true }), token, chainId, setAside),
    })),
  openKeys: {
    fetch: (key, context) => fetchPairs(readOutsideKey(key), context),
    pollSeconds: 300,
    watchSeconds: 1_800,
    cooldownSeconds: 30,
    unknownSeconds: 3_600,
    concurrency: 4,
    perSecond: 4,
  },
})

/** The only one there is costs the answer: a token without pairs is another. */
function readPairs(rows: readonly Row[], token: string, chainId: number, setAside: SetAside | undefined): Fact['pairs'] {
  const read = (row: Row) => readPair(row, token, chainId) ?? []
  return readEach(rows, read, rows.length > 1 ? setAside : undefined, (row) => String(row.pairAddress))
}

/** null: the token is the quote of this one, and its price is another's. */
function readPair(row: Row, token: string, chainId: number): Fact['pairs'][number] | null {
  const [base, quote] = [readRow(row.baseToken, 'baseToken'), readRow(row.quoteToken, 'quoteToken')]
  const sides = [base, quote].map((side) => readText(side.address, 'address').toLowerCase())
  if (!sides.includes(token) || readText(row.chainId, 'chainId') !== chains[chainId])
    throw new TollgateError('upstream_changed', `DEX Screener answers about another token: ${sides.join(' ')}`)
  if (sides[0] !== token) return null
  const day = readRow(readRow(row.txns, 'txns').h24, 'txns.h24')
  const change = readRow(row.priceChange ?? {}, 'priceChange')
  const liquidity = row.liquidity === undefined || row.liquidity === null ? null : readRow(row.liquidity, 'liquidity')
  const created = readNumberOrNull(row.pairCreatedAt, 'pairCreatedAt')
  return {
    pair: readText(row.pairAddress, 'pairAddress'),
    dex: readText(row.dexId, 'dexId'),
    quote: readText(quote.symbol, 'symbol'),
    price_usd: readNumberOrNull(row.priceUsd, 'priceUsd'),
    liquidity_usd: liquidity === null ? null : readNumberOrNull(liquidity.usd, 'liquidity.usd'),
    volume_24h_usd: readNumber(readRow(row.volume, 'volume').h24, 'volume.h24'),
    buys_24h: readNumber(day.buys, 'buys'),
    sells_24h: readNumber(day.sells, 'sells'),
    change_1h_pct: readNumberOrNull(change.h1, 'priceChange.h1'),
    change_6h_pct: readNumberOrNull(change.h6, 'priceChange.h6'),
    change_24h_pct: readNumberOrNull(change.h24, 'priceChange.h24'),
    fdv_usd: readNumberOrNull(row.fdv, 'fdv'),
    market_cap_usd: readNumberOrNull(row.marketCap, 'marketCap'),
    created_at: created === null ? null : new Date(created).toISOString(),
  }
}

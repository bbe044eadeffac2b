// What crypto's upstreams really sent, through our parsers and beside our own samples, where UPSTREAM_SAMPLES names a folder of it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareShapes, shapeOf } from '../../cli/record/shape.ts'
import { discoverIngestors } from '../../ingestors/index.ts'
import { checkValues } from '../../ingestors/poll.ts'
import { discoverSamples } from '../../ingestors/samples/demo.ts'

const folder = join(process.env.UPSTREAM_SAMPLES ?? '', 'samples', 'crypto')
const isThere = process.env.UPSTREAM_SAMPLES !== undefined && existsSync(folder)
const at = new Date('2026-10-12T12:00:00Z')
const ingestors = new Map((await discoverIngestors()).map((ingestor) => [ingestor.source, ingestor]))
const samples = await discoverSamples()
const files = new Map<string, any>()

function read(file: string): any {
  if (!files.has(file)) files.set(file, JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return files.get(file)
}

function parse(source: string, raw: unknown): any[] {
  const ingestor = ingestors.get(source)!
  return checkValues(ingestor, ingestor.parse(raw, at), at)
}

const token = '0xd7e1055aa8ca4bc723788c5e69e38d27b90c5097'
const asked = { asked: `1:${token}`, chainId: 1, token }
const venues = (name: string) => read('perp_venues.json')[name]
const hyperliquid = () => {
  const contexts = read('hyperliquid_all_dexs_asset_ctxs.json').data.ctxs[0][1] as object[]
  return [{ universe: contexts.map((_, i) => ({ name: i === 0 ? 'BTC' : `C${i}` })) }, contexts]
}
/** Solana's pair as the one chain's list would have it; our parser asks for tokens of chains that it reads. */
const dexPairs = () =>
  read('dexscreener_pairs.json').pairs.map((pair: any) => ({
    ...pair,
    chainId: 'ethereum',
    baseToken: { ...pair.baseToken, address: token },
  }))
const gecko = (part: string) => read('geckoterminal_onchain.json')[`/onchain/networks/{network}/${part}`]
const okx = () => ({
  funding: { code: '0', msg: '', data: venues('okx/ws_funding_rate.json').data },
  // The open interest has no capture: named as the vendor's documents name it.
  interest: { code: '0', data: [{ instId: 'BTC-USDT-SWAP', oi: '1', oiCcy: '21', oiUsd: '209000', ts: '1744590349506' }] },
  tickers: { code: '0', data: [{ ...venues('okx/ws_tickers.json').data[0], instId: 'BTC-USDT-SWAP' }] },
})

if (!isThere) console.warn('skipped: the captures of crypto’s upstreams (UPSTREAM_SAMPLES is not set)')

describe.skipIf(!isThere)('what was sent', () => {
  test.each<[string, () => unknown, object]>([
    [
      'hyperliquid-perps',
      hyperliquid,
      { venue: 'hyperliquid', markets: expect.arrayContaining([expect.objectContaining({ coin: 'BTC' })]) },
    ],
    [
      'hyperliquid-oi',
      hyperliquid,
      { markets: expect.arrayContaining([{ coin: 'BTC', oi_coins: 27_353.17682, price_usd: 77_562 }]) },
    ],
    [
      'hyperliquid-funding',
      () => [{ coin: 'BTC', name: 'BTC', pages: [venues('hyperliquid/http_funding_history.json')] }],
      // Its third row has no premium.
      {
        coin: 'BTC',
        date: '2026-02-01',
        hours: expect.arrayContaining([expect.objectContaining({ rate: 0.0000033, premium: null })]),
      },
    ],
    [
      'hyperliquid-funding',
      () => [{ coin: 'BTC', name: 'BTC', pages: [read('hyperliquid_info_account.json').fundingHistory.response] }],
      { coin: 'BTC', date: '2023-05-12', hours: expect.arrayContaining([{ hour: 0, rate: -0.00061334, premium: -0.00091334 }]) },
    ],
    ['dydx-perps', () => venues('dydx/http_get_perpetual_markets.json').result, { venue: 'dydx' }],
    [
      'okx-perps',
      okx,
      {
        venue: 'okx',
        markets: [{ coin: 'BTC', rate: 0.0001, interval_h: 8, oi_coins: 21, oi_usd: 209_000, mark_usd: 9_999.99 }],
      },
    ],
    [
      'binance-oi',
      () => [{ asked: 'BTCUSDT', from: 0, entries: venues('binance/rest_openInterestHist') }],
      { coin: 'BTC', date: '2020-03-02', hours: [{ hour: 5, oi_coins: 20_403.637 }] },
    ],
    [
      'coingecko-markets',
      () => read('coingecko_markets.json')['/coins/markets'],
      { coins: [{ symbol: 'BTC', id: 'bitcoin', mcap_usd: 1_555_886_872_303 }] },
    ],
    ['geckoterminal-trending', () => [gecko('trending_pools')], { pools: [{ symbol: 'ASTEROID', reports: 4 }] }],
    [
      'dexscreener-pairs',
      () => [{ ...asked, body: dexPairs() }],
      {
        pairs: [
          {
            dex: 'raydium',
            quote: 'SOL',
            price_usd: 17.62,
            liquidity_usd: 7_430_144.86,
            buys_24h: 1_790,
            created_at: '2025-01-18T02:18:50.000Z',
          },
        ],
      },
    ],
    [
      'goplus-token',
      () => [{ ...asked, body: read('goplus_token_security.json') }],
      {
        honeypot: false,
        mintable: true,
        buy_tax: 0.05,
        sell_tax: 0.0493,
        holders: 3,
        top: [{ share: 0.99, locked: true }, { locked: false }],
      },
    ],
  ])('%s is read', (source, raw, expected) => {
    expect(parse(source, raw())[0]).toMatchObject(expected)
  })
})

/** What the capture at hand cannot have. */
const unseen: Readonly<Record<string, RegExp>> = {
  // A push, which says less than the answer to a question.
  'okx funding':
    /^\[\]\.(instType|method|premium|settFundingRate|settState|formulaType|interestRate|impactValue|(max|min)FundingRate)$/,
  // A token that no pool is known of.
  'goplus token': /^\.lp_/,
}

function ours(source: string, url: string): any {
  const answer = samples.get(source)!.answer(new URL(url), at)!
  return JSON.parse(answer.body as string)
}

describe.skipIf(!isThere)('our samples are of that shape', () => {
  test.each<[string, () => unknown, () => unknown]>([
    [
      'hyperliquid contexts',
      () => ours('hyperliquid-perps', 'https://api.hyperliquid.xyz/info?type=metaAndAssetCtxs')[1],
      () => hyperliquid()[1],
    ],
    [
      'funding history',
      () =>
        ours(
          'hyperliquid-funding',
          `https://api.hyperliquid.xyz/info?type=fundingHistory&coin=BTC&startTime=${at.getTime() - 36e5}`,
        ),
      () => read('hyperliquid_info_account.json').fundingHistory.response,
    ],
    [
      'goplus token',
      () =>
        Object.values(
          ours('goplus-token', `https://api.gopluslabs.io/api/v1/token_security/1?contract_addresses=${token}`).result,
        )[0],
      () => Object.values(read('goplus_token_security.json').result)[0],
    ],
    [
      'dexscreener pair',
      () =>
        ours('dexscreener-pairs', 'https://api.dexscreener.com/token-pairs/v1/base/0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
      () => read('dexscreener_pairs.json').pairs,
    ],
    [
      'coingecko markets',
      () => ours('coingecko-markets', 'https://api.coingecko.com/api/v3/coins/markets'),
      () => read('coingecko_markets.json')['/coins/markets'],
    ],
    [
      'dydx market',
      () => Object.values(ours('dydx-perps', 'https://indexer.dydx.trade/v4/perpetualMarkets').markets),
      () => Object.values(venues('dydx/http_get_perpetual_markets.json').result.markets),
    ],
    [
      'okx funding',
      () => ours('okx-perps', 'https://www.okx.com/api/v5/public/funding-rate?instId=ANY').data,
      () => venues('okx/ws_funding_rate.json').data,
    ],
    [
      'defillama pool',
      () => ours('defillama-pools', 'https://yields.llama.fi/pools').data,
      () => read('defillama_free.json').yields_pools.data,
    ],
    [
      'geckoterminal pool',
      () =>
        ours('geckoterminal-trending', 'https://api.geckoterminal.com/api/v2/networks/trending_pools?include=base_token&page=1')
          .data,
      () => gecko('trending_pools').data,
    ],
  ])('%s', (name, sample, real) => {
    const shape = (value: unknown) => shapeOf('application/json', JSON.stringify(value))
    // A member that is sent and that we never look at may be missing in ours.
    const drifts = compareShapes(shape(sample()), shape(real())).filter(
      ({ change, path }) => change !== 'new' && unseen[name]?.test(path) !== true,
    )
    expect(drifts).toEqual([])
  })
})

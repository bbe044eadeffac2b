// Captures of what exchanges, chains and registers of contracts answer, and of filings taken one by one; what an answer is about is made ours.
import type { Capture } from './captures.ts'

type Answer = readonly [file: string, url: string, unwrap?: (file: any) => unknown]

const of = (source: string, at: string, ...answers: Answer[]): Capture[] =>
  answers.map(([file, url, unwrap]) => ({ source, at, file, url, ...(unwrap && { unwrap }) }))

const hyperliquid = (question: string) => `https://api.hyperliquid.xyz/info?type=${question}&user=*`
const beacon = 'https://ethereum-beacon-api.publicnode.com/eth/v1/beacon'
const archives = 'https://www.sec.gov/Archives/*'
// The token that these sources show.
const token = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

export const venueCaptures: readonly Capture[] = [
  ...of(
    'hyperliquid-account',
    '2023-07-01T00:00:00Z',
    ['crypto/hyperliquid_info_account.json', hyperliquid('clearinghouseState'), (file) => file.clearinghouseState.response],
    ['crypto/hyperliquid_info_account.json', `${hyperliquid('userFillsByTime')}&startTime=*`, (file) => file.userFills.response],
    ['crypto/hyperliquid_info_account.json', `${hyperliquid('userFunding')}&startTime=*`, (file) => file.userFunding.response],
  ),
  ...[1, 2, 3].flatMap((n) =>
    of('hyperliquid-account', `2026-06-0${n}T12:00:00Z`, [
      `captured/hyperliquid/clearinghouseState-${n}.json`,
      hyperliquid('clearinghouseState'),
    ]),
  ),
  ...of('dydx-perps', '2025-12-08T16:12:00Z', [
    'crypto/perp_venues.json',
    'https://indexer.dydx.trade/v4/perpetualMarkets',
    (file) => file['dydx/http_get_perpetual_markets.json'].result,
  ]),
  ...of('binance-oi', '2020-03-02T06:00:00Z', [
    'crypto/perp_venues.json',
    'https://fapi.binance.com/futures/data/openInterestHist?symbol=BTCUSDT&period=*&limit=*',
    (file) => file['binance/rest_openInterestHist'],
  ]),
  ...of('goplus-token', '2023-12-20T12:00:00Z', [
    'crypto/goplus_token_security.json',
    'https://api.gopluslabs.io/api/v1/token_security/8453?*',
    (file) => ({ ...file, result: { [token]: Object.values(file.result)[0] } }),
  ]),
  ...of('dexscreener-pairs', '2025-02-20T12:00:00Z', [
    'crypto/dexscreener_pairs.json',
    `https://api.dexscreener.com/token-pairs/v1/base/${token}`,
    (file) => file.pairs.map((pair: any) => ({ ...pair, chainId: 'base', baseToken: { ...pair.baseToken, address: token } })),
  ]),
  ...of('sourcify', '2026-06-01T12:00:00Z', [
    'captured/sourcify/v2_contract_usdt_shape.json',
    'https://sourcify.dev/server/v2/contract/8453/*?*',
    (file) => ({ ...file, chainId: '8453', address: token }),
  ]),
  ...of(
    'beacon-queues',
    '2026-05-12T12:50:00Z',
    ['captured/beacon-rest/headers-1.json', `${beacon}/headers/head`],
    ['captured/beacon-rest/validators-1.json', `${beacon}/states/head/validators?*`],
  ),
  ...['small', 'snow'].flatMap((name) => of('sec-form4', '2023-01-10T15:00:00Z', [`markets/sec_form4_${name}.xml`, archives])),
]

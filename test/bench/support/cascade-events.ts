// Published liquidations, and the prices and books that were reported beside them: figures as their sources print them, each with its address.

export type PublishedEvent = {
  readonly name: string
  /** Falls of the prices the lenders saw, percent. */
  readonly ethFallPct: number
  readonly btcFallPct: number | null
  /** All that Aave had lent then, or the nearest that is reported. */
  readonly bookUsd: number
  readonly bookOf: string
  readonly seizedUsd: number
  readonly badDebtUsd: number | null
  readonly sources: readonly string[]
}

const tokenTerminalJanuary2026 = 'https://www.binance.com/sl/square/hashtag/defi'

/** The first is the one that the book's only free figure is fitted to. */
export const events: readonly PublishedEvent[] = [
  {
    name: '2-3 February 2025',
    ethFallPct: 30,
    btcFallPct: 10,
    bookUsd: 14.7e9,
    bookOf: 'January 2025, from January 2026’s 23.25bn and its growth of 58.12 % in a year',
    seizedUsd: 210e6,
    badDebtUsd: 0,
    sources: [
      'https://governance.aave.com/t/chaos-labs-risk-report-insights-from-recent-market-events-02-03-25/20919',
      tokenTerminalJanuary2026,
    ],
  },
  {
    name: '5 August 2024',
    ethFallPct: 20,
    btcFallPct: 13,
    bookUsd: 6.1e9,
    bookOf: 'first quarter of 2024; nothing nearer was found',
    seizedUsd: 253.4e6,
    badDebtUsd: null,
    sources: [
      'https://crypto-feed.news/learn/defi/massive-defi-liquidations-amid-crypto-market-crash/',
      'https://www.gateweb.world/th/post/status/12639501',
    ],
  },
  {
    name: '6-7 April 2025',
    ethFallPct: 16.41,
    btcFallPct: null,
    bookUsd: 14.7e9,
    bookOf: 'January 2025, as above; nothing nearer was found',
    seizedUsd: 234e6,
    badDebtUsd: null,
    sources: [
      'https://bitbytedaily.com/ethereum-price-squeeze-aave-v3-liquidation-day',
      'https://bitvaluezoo.com/news/5845',
      'https://cryptobrowser.io/news/eth-whales-face-immense-liquidation-amid-a-crypto-bloodbath',
    ],
  },
  {
    name: '10 October 2025',
    ethFallPct: 20,
    btcFallPct: 12,
    bookUsd: 30.5e9,
    bookOf: '18 September 2025',
    seizedUsd: 180e6,
    badDebtUsd: 0.4e6,
    sources: [
      'https://governance.aave.com/t/chaos-labs-risk-report-insights-from-recent-market-events-10-11-25/23248',
      'https://cms.tokenheadline.com/aave-loans-surge-to-30-5b-dominating-65',
    ],
  },
  {
    name: '27 January to 2 February 2026',
    // "10-20 %" is all that is said of the majors.
    ethFallPct: 20,
    btcFallPct: 10,
    bookUsd: 23.25e9,
    bookOf: 'January 2026',
    seizedUsd: 202.47e6,
    badDebtUsd: 0.03e6,
    sources: [
      'https://governance.aave.com/t/chaos-labs-risk-report-insights-from-recent-market-events-02-02-26/23986',
      tokenTerminalJanuary2026,
    ],
  },
]

/** Of what was liquidated on 2-3 February 2025: WETH 96, weETH 20, wstETH 11 of those and WBTC's 25; taken for the split of all books. */
export const ethShare = (96 + 20 + 11) / (96 + 20 + 11 + 25)

/** WETH on Aave v3 Ethereum; the same is taken for BTC. */
export const rules = { liquidationThreshold: 0.83, liquidationBonus: 1.05, protocolFeeShare: 0.1 } as const

/** 10 March 2026: an oracle that gave wstETH too little, for borrowers in the mode of correlated tokens, whose bonus is 1 %. */
export const misprice = {
  seizedWstEth: 10_938,
  marketRate: 1.228,
  oracleRate: 1.1939,
  bonus: 1.01,
  gainEth: 499,
  sources: [
    'https://bestinfocrypto.pages.dev/news/2026/03/aave-oracle-glitch-27m-wsteth-liquidations-compensation-planned/',
    'https://www.banklesstimes.com/articles/2026/03/11/aave-suffers-26m-in-unfair-wsteth-liquidations-from-oracle-glitch',
  ],
} as const

/** What the published volumes say of bonuses. */
export const bonuses = [
  { name: '10 October 2025', seizedUsd: 180e6, bonusUsd: 10e6, feeUsd: 1e6 },
  { name: '27 January to 2 February 2026', seizedUsd: 202.47e6, bonusUsd: 9.34e6, feeUsd: 0.98e6 },
] as const

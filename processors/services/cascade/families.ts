// Which tokens share a price: the table of families, each with the tokens whose own name stands for the whole of it.
export type Family = { readonly name: string; readonly numeraires: readonly string[]; readonly derivatives: readonly string[] }

export const families: readonly Family[] = [
  {
    name: 'ETH',
    numeraires: ['ETH', 'WETH'],
    derivatives: [
      ...['stETH', 'wstETH', 'cbETH', 'rETH', 'weETH', 'ezETH', 'rsETH', 'wrsETH', 'osETH', 'ETHx', 'tETH'],
      ...[
        'mETH',
        'cmETH',
        'pufETH',
        'sfrxETH',
        'frxETH',
        'superOETHb',
        'wsuperOETHb',
        'OETH',
        'wOETH',
        'swETH',
        'rswETH',
        'pzETH',
      ],
    ],
  },
  {
    name: 'BTC',
    numeraires: ['BTC', 'WBTC', 'cbBTC'],
    derivatives: ['tBTC', 'LBTC', 'FBTC', 'eBTC', 'solvBTC', 'SolvBTC.BBN', 'pumpBTC'],
  },
  { name: 'USDe', numeraires: ['USDe'], derivatives: ['sUSDe', 'eUSDe'] },
]

// Dollars that are held as dollars, against which others depeg; and the others, whatever backs them.
const anchors = ['USDC', 'USDbC', 'USDC.e', 'USDT', 'USDT0', 'PYUSD', 'RLUSD']
const otherDollars = [
  ...[
    'DAI',
    'sDAI',
    'USDS',
    'sUSDS',
    'GHO',
    'stkGHO',
    'USDe',
    'sUSDe',
    'eUSDe',
    'FRAX',
    'sFRAX',
    'frxUSD',
    'sfrxUSD',
    'crvUSD',
    'scrvUSD',
  ],
  ...[
    'LUSD',
    'BOLD',
    'USD0',
    'USD0++',
    'USDtb',
    'USR',
    'wstUSR',
    'deUSD',
    'sdeUSD',
    'xUSD',
    'syrupUSDC',
    'syrupUSDT',
    'USDL',
    'wUSDL',
    'TUSD',
    'FDUSD',
    'USDf',
    'sUSDf',
  ],
]
// What yields may have grown well past a dollar; a token at a tenth of one is no dollar whatever it is called.
const dollarRange = [0.5, 2] as const

/** Names by which a whole family is asked for and priced, and dollars against which others depeg: an exchange's pool gives nobody such. */
export const standsForOthers = (symbol: string): boolean =>
  isAnchor(symbol) || families.some(({ name, numeraires }) => [name, ...numeraires].some((s) => same(s, symbol)))

export const isAnchor = (symbol: string): boolean => anchors.some((s) => same(s, symbol))

/** By its own name, or as a principal token of one that is. */
export function isDollar({ symbol, priceUsd }: { readonly symbol: string; readonly priceUsd: number }): boolean {
  if (priceUsd < dollarRange[0] || priceUsd > dollarRange[1]) return false
  const plain = underlyingOf(symbol) ?? symbol
  return isAnchor(plain) || otherDollars.some((s) => same(s, plain))
}

// Pendle names a principal token by what it pays out and when: PT-sUSDE-27NOV2026.
function underlyingOf(symbol: string): string | null {
  const [kind, underlying] = symbol.split('-')
  return kind === 'PT' && underlying !== undefined && underlying !== '' ? underlying : null
}

// A token of no family is one of its own; a principal token is a derivative of what it pays out.
export function familyOf(
  symbol: string,
  table: readonly Family[] = families,
): { family: string; role: 'numeraire' | 'derivative' } {
  const underlying = underlyingOf(symbol)
  for (const { name, numeraires, derivatives } of table) {
    if (numeraires.some((s) => same(s, symbol))) return { family: name, role: 'numeraire' }
    if (derivatives.some((s) => same(s, symbol))) return { family: name, role: 'derivative' }
    if (underlying !== null && [...numeraires, ...derivatives].some((s) => same(s, underlying)))
      return { family: name, role: 'derivative' }
  }
  return { family: symbol, role: 'numeraire' }
}

// The collateral token a caller means: its own symbol in any case, or a family's name for the largest of its numeraires.
export function resolveToken(asked: string, known: readonly string[], table: readonly Family[] = families): string | null {
  const own = known.find((symbol) => same(symbol, asked))
  if (own !== undefined) return own
  const family = table.find((f) => f.numeraires.some((s) => same(s, asked)))
  return known.find((symbol) => family?.numeraires.some((s) => same(s, symbol))) ?? null
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

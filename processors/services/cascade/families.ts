// Which tokens share a price: the table of families, each with the tokens whose own name stands for the whole of it.
export type Family = { readonly name: string; readonly numeraires: readonly string[]; readonly derivatives: readonly string[] }

export const families: readonly Family[] = [
  {
    name: 'ETH',
    numeraires: ['ETH', 'WETH'],
    derivatives: ['stETH', 'wstETH', 'cbETH', 'rETH', 'weETH', 'ezETH', 'rsETH', 'wrsETH', 'osETH', 'ETHx', 'tETH'],
  },
  { name: 'BTC', numeraires: ['BTC', 'WBTC', 'cbBTC'], derivatives: ['tBTC', 'LBTC', 'FBTC', 'eBTC'] },
]

// A token of no family is one of its own.
export function familyOf(
  symbol: string,
  table: readonly Family[] = families,
): { family: string; role: 'numeraire' | 'derivative' } {
  for (const { name, numeraires, derivatives } of table) {
    if (numeraires.some((s) => same(s, symbol))) return { family: name, role: 'numeraire' }
    if (derivatives.some((s) => same(s, symbol))) return { family: name, role: 'derivative' }
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

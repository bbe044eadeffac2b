// The futures markets followed: what people call them, the CFTC's contract code, and whose positions count as speculative.
export interface Market {
  readonly alias: string
  readonly code: string
  readonly name: string
  readonly exchange: string
  /** Physical markets report managed money, financial ones leveraged funds. */
  readonly group: 'physical' | 'financial'
}

const market = (alias: string, code: string, name: string, exchange: string, group: Market['group']): Market => ({
  alias,
  code,
  name,
  exchange,
  group,
})

const cme = 'CHICAGO MERCANTILE EXCHANGE'
const cbot = 'CHICAGO BOARD OF TRADE'
const comex = 'COMMODITY EXCHANGE INC.'
const nymex = 'NEW YORK MERCANTILE EXCHANGE'
const iceUs = 'ICE FUTURES U.S.'

export const markets: readonly Market[] = [
  market('sp500', '13874+', 'S&P 500 Consolidated', cme, 'financial'),
  market('nasdaq100', '20974+', 'NASDAQ-100 Consolidated', cme, 'financial'),
  market('dow', '12460+', 'DJIA Consolidated', cbot, 'financial'),
  market('russell2000', '239742', 'RUSSELL E-MINI', cme, 'financial'),
  market('vix', '1170E1', 'VIX FUTURES', 'CBOE FUTURES EXCHANGE', 'financial'),
  market('ust2y', '042601', 'UST 2Y NOTE', cbot, 'financial'),
  market('ust5y', '044601', 'UST 5Y NOTE', cbot, 'financial'),
  market('ust10y', '043602', 'UST 10Y NOTE', cbot, 'financial'),
  market('ust30y', '020601', 'UST BOND', cbot, 'financial'),
  market('usd', '098662', 'USD INDEX', iceUs, 'financial'),
  market('eur', '099741', 'EURO FX', cme, 'financial'),
  market('jpy', '097741', 'JAPANESE YEN', cme, 'financial'),
  market('gbp', '096742', 'BRITISH POUND', cme, 'financial'),
  market('chf', '092741', 'SWISS FRANC', cme, 'financial'),
  market('btc', '133741', 'BITCOIN', cme, 'financial'),
  market('gold', '088691', 'GOLD', comex, 'physical'),
  market('silver', '084691', 'SILVER', comex, 'physical'),
  market('copper', '085692', 'COPPER- #1', comex, 'physical'),
  market('platinum', '076651', 'PLATINUM', nymex, 'physical'),
  market('palladium', '075651', 'PALLADIUM', nymex, 'physical'),
  market('natgas', '023651', 'NAT GAS NYME', nymex, 'physical'),
  market('gasoline', '111659', 'GASOLINE RBOB', nymex, 'physical'),
  market('wti', '067651', 'WTI-PHYSICAL', nymex, 'physical'),
  market('brent', '06765T', 'BRENT LAST DAY', nymex, 'physical'),
  market('corn', '002602', 'CORN', cbot, 'physical'),
  market('soybeans', '005602', 'SOYBEANS', cbot, 'physical'),
  market('wheat', '001602', 'WHEAT-SRW', cbot, 'physical'),
  market('soyoil', '007601', 'SOYBEAN OIL', cbot, 'physical'),
  market('soymeal', '026603', 'SOYBEAN MEAL', cbot, 'physical'),
  market('sugar', '080732', 'SUGAR NO. 11', iceUs, 'physical'),
  market('coffee', '083731', 'COFFEE C', iceUs, 'physical'),
  market('cocoa', '073732', 'COCOA', iceUs, 'physical'),
  market('cotton', '033661', 'COTTON NO. 2', iceUs, 'physical'),
  market('lumber', '058644', 'LUMBER', cme, 'physical'),
  market('oj', '040701', 'FRZN CONCENTRATED ORANGE JUICE', iceUs, 'physical'),
]

// Names people have for what is looked up, and the form a route takes. A name that is not here can be given by its symbol.
const set = (list: string): ReadonlySet<string> => new Set(list.split(' '))

export const coins = set(
  'BTC ETH SOL XRP BNB DOGE ADA AVAX LINK DOT TON TRX LTC BCH UNI AAVE ARB OP SUI APT NEAR ATOM HYPE PEPE WIF INJ TIA SEI LDO CRV MKR ENA ETC FIL ICP XLM HBAR',
)
export const coinNames: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  ether: 'ETH',
  solana: 'SOL',
  ripple: 'XRP',
  dogecoin: 'DOGE',
  cardano: 'ADA',
  avalanche: 'AVAX',
  chainlink: 'LINK',
  litecoin: 'LTC',
}
export const stablecoins = set('USDC USDT DAI USDS USDE FDUSD PYUSD TUSD FRAX GHO LUSD USDP EURC')
export const companies: Readonly<Record<string, string>> = {
  apple: 'AAPL',
  microsoft: 'MSFT',
  nvidia: 'NVDA',
  tesla: 'TSLA',
  amazon: 'AMZN',
  google: 'GOOGL',
  alphabet: 'GOOGL',
  netflix: 'NFLX',
  intel: 'INTC',
  coinbase: 'COIN',
}
export const protocols: Readonly<Record<string, string>> = {
  aave: 'aave-v3',
  'aave-v3': 'aave-v3',
  lido: 'lido',
  uniswap: 'uniswap-v3',
  compound: 'compound-v3',
  curve: 'curve-dex',
  morpho: 'morpho-v1',
  pendle: 'pendle',
  spark: 'sparklend',
  eigenlayer: 'eigencloud',
}
export const markets: Readonly<Record<string, string>> = {
  gold: 'gold',
  silver: 'silver',
  copper: 'copper',
  'crude oil': 'crude oil',
  'natural gas': 'natural gas',
  corn: 'corn',
  wheat: 'wheat',
  soybeans: 'soybeans',
  euro: 'euro',
  yen: 'yen',
  bitcoin: 'bitcoin',
}
export const gridCodes = set('ERCOT PJM CAISO MISO NYISO ISONE SPP')
/** Written in capitals, and no company's. */
export const noTickers = set(
  'US USA UK UAE EU UN USD EUR GBP JPY GDP CPI PPI PCE ETF ETFS AI API SEC FED ECB IMF GPU CPU NFT TVL APY APR COT CFTC IPO CEO CFO EPS PNL RWA DEFI LLM OI OK TO IN IS IT OR AND NOT THE YTD QOQ YOY Q1 Q2 Q3 Q4 FAQ URL HTTP JSON OFAC FDA X402 ERC20 KYA KYC EVM OPEC NATO MENA LATAM SYSTEM IGNORE ALL NOW NEW H100 A100 B200 SOFR FOMC ASAP PDF SQL ADMIN NOTE TODO WAR',
)

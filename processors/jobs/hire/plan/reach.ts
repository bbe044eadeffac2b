// What a hire can look up: the gateway's routes with their prices, what each needs to be told, and the words that call for it.
export type SubjectKind =
  | 'address'
  | 'coin'
  | 'ticker'
  | 'country'
  | 'place'
  | 'region'
  | 'stablecoin'
  | 'protocol'
  | 'market'
  | 'grid'
  | 'query'
  | 'named'
  | 'url'

export type Reach = {
  /** Label and path, as the catalogue has them. */
  readonly route: string
  readonly price: string
  /** What it cannot do without, and the input that takes it. */
  readonly needs?: readonly [SubjectKind, string]
  /** What narrows it. */
  readonly may?: readonly [SubjectKind, string]
  readonly also?: Readonly<Record<string, string>>
  readonly words: string
  /** Phrases that hold one of these words and mean something else. */
  readonly unless?: string
}

const otherRates =
  'funding rate|lending rate|borrow rate|saving rate|exchange rate|unemployment rate|jobless rate|employment rate|participation rate|' +
  'inflation rate|mortgage rate|growth rate|tax rate|tariff rate|freight rate|default rate|vacancy rate|staking rate|heat rate|hash rate|' +
  'win rate|success rate|response rate|failure rate|delinquency rate|quit rate|birth rate|crime rate|approval rate|conversion rate|rate of return'

const otherYields =
  'yield curve|bond yield|treasury yield|note yield|bill yield|gilt yield|bund yield|year yield|government yield|sovereign yield|corporate yield|' +
  'yield spread|dividend yield|earning yield|crop yield|grain yield|wheat yield|corn yield|soybean yield|rental yield|real yield'

/** Parted by bars; a phrase counts by its words. */
export const reach: readonly Reach[] = [
  { route: 'aero/pool', price: '0.05', needs: ['address', 'address'], words: 'aerodrome|liquidity pool|aero pool' },
  { route: 'africa/pulse', price: '0.05', words: 'africa|african' },
  { route: 'agri/report', price: '0.03', words: 'agriculture|crop|grain|food price|wheat|corn|soybean|drought|harvest' },
  {
    route: 'analyst/ratings',
    price: '0.05',
    needs: ['ticker', 'ticker'],
    words: 'rating|analyst|upgrade|downgrade|target price',
  },
  { route: 'asia/pulse', price: '0.05', words: 'asia|asian' },
  { route: 'audit_a/audit', price: '2.00', needs: ['address', 'address'], words: 'audit|vulnerability|security review' },
  { route: 'bundle/scan', price: '0.10', needs: ['address', 'address'], words: 'bundle|bundled|sniper|insider wallet|launch' },
  { route: 'capitol/signal', price: '0.05', words: 'congress|capitol|policy|regulation|lobbying' },
  {
    route: 'capitol/trades',
    price: '0.05',
    may: ['ticker', 'ticker'],
    words: 'congress trade|member of congress|lobbying report|executive order',
  },
  { route: 'cascade/risk', price: '0.10', words: 'liquidation cascade|systemic risk|contagion|cascade' },
  {
    route: 'cascade/cascade',
    price: '0.10',
    needs: ['coin', 'token'],
    words: 'cascade|price drop|crash simulation|what if drop',
  },
  { route: 'chainscout/tvl', price: '0.05', words: 'tvl|value locked|locked value' },
  { route: 'chainscout/trending', price: '0.05', words: 'trending token|trending|hot token' },
  { route: 'chainscout/narrative', price: '0.05', words: 'narrative|sector rotation|category of protocol' },
  { route: 'chainscout/whales', price: '0.05', words: 'bridge flow|large money|stablecoin flow|chain flow' },
  { route: 'chainscout/report', price: '0.05', words: 'chain scout|chain activity|on chain activity' },
  { route: 'compute/report', price: '0.05', words: 'gpu|h100|gpu rental|gpu price|compute price|cloud gpu' },
  { route: 'computeindex/index', price: '0.10', words: 'gpu index|compute index' },
  {
    route: 'conflict/conflict',
    price: '0.05',
    may: ['country', 'country'],
    words: 'conflict|war|armed conflict|violence|hotspot|fighting',
  },
  { route: 'consumer/consumer', price: '0.05', words: 'consumer|retail sale|household spending|consumer sentiment|saving rate' },
  {
    route: 'contract/verify',
    price: '0.05',
    needs: ['address', 'address'],
    words: 'contract|verified|proxy|upgradeable|owner|mint|audit|safe',
  },
  {
    route: 'cot/cot',
    price: '0.05',
    needs: ['market', 'market'],
    words: 'positioning|speculator|cot|commitment of trader|crowded|futures',
  },
  {
    route: 'cycle/cycle',
    price: '0.05',
    may: ['country', 'country'],
    words: 'business cycle|recession|leading indicator|recession probability',
  },
  { route: 'defi/risk', price: '0.10', needs: ['protocol', 'protocol'], words: 'protocol|risk|safe|defi|trust' },
  {
    route: 'defi/top-yields',
    price: '0.10',
    may: ['stablecoin', 'asset'],
    words: 'yield|apy|best yield|farm|earn|lending rate',
    unless: otherYields,
  },
  {
    route: 'earnings/calendar',
    price: '0.03',
    needs: ['ticker', 'tickers'],
    words: 'earnings|earnings date|earnings calendar|eps|quarterly result',
  },
  { route: 'energy/energy', price: '0.05', words: 'energy|crude|oil price|gasoline|natural gas|oil storage|oil' },
  {
    route: 'equity/equity',
    price: '0.05',
    needs: ['ticker', 'ticker'],
    words: 'stock|share|company|valuation|fundamental|equity|invest',
  },
  { route: 'europe/pulse', price: '0.05', words: 'europe|european|eurozone|euro area|ecb' },
  { route: 'funding/rates', price: '0.05', may: ['coin', 'coin'], words: 'funding|funding rate|perpetual|perp|carry' },
  { route: 'funding/extremes', price: '0.05', words: 'extreme funding|funding extreme' },
  {
    route: 'funding/signal',
    price: '0.05',
    may: ['coin', 'coin'],
    words: 'crowded|crowded position|funding|long crowded|contrarian',
  },
  { route: 'funds/funds', price: '0.05', needs: ['ticker', 'ticker'], words: 'etf|fund|holding|13f|ownership|fund flow' },
  {
    route: 'geo/risk',
    price: '0.07',
    needs: ['place', 'location'],
    words: 'travel|safe|geopolitical|danger|dangerous|security|governance|country risk',
  },
  { route: 'govedge/opportunities', price: '0.20', words: 'federal contract|government contract|grant|naics|tender|procurement' },
  { route: 'govedge/report', price: '0.20', words: 'federal contracting|government spending|federal spending' },
  { route: 'grid/report', price: '0.03', words: 'power grid|electricity|grid|blackout|power demand' },
  { route: 'grid/region/{code}', price: '0.03', needs: ['grid', 'code'], words: 'grid|power|electricity|load|reserve|carbon' },
  {
    route: 'hazard/hazard',
    price: '0.05',
    may: ['country', 'country'],
    words: 'hazard|earthquake|cyclone|hurricane|flood|wildfire|fire|volcano|natural disaster|storm',
  },
  {
    route: 'insider/trades',
    price: '0.03',
    needs: ['ticker', 'ticker'],
    words: 'insider|insider trade|insider buying|form 4|director',
  },
  {
    route: 'kya/check',
    price: '0.10',
    needs: ['address', 'address'],
    words: 'agent|reputation|trust|trusted|x402|counterparty|know your agent|erc 8004|who is',
  },
  { route: 'labor/labor', price: '0.05', words: 'labor|labour|job|employment|unemployment|payroll|wage|jobless' },
  { route: 'latam/report', price: '0.05', words: 'latam|latin america|latin american|south america' },
  { route: 'launches/scan', price: '0.05', words: 'new token|token launch|new pool|launch' },
  { route: 'lease/auctions', price: '0.15', words: 'lease sale|lease auction|federal lease' },
  { route: 'lease/expiring', price: '0.15', words: 'expiring lease|lease expiry|lease expiring' },
  {
    route: 'lease/portfolio',
    price: '0.15',
    words: 'lease holder|lease portfolio|leaseholder|offshore lease|federal lease in force|lease register',
  },
  { route: 'lease/report', price: '0.15', words: 'federal leasing|lease report|oil lease' },
  { route: 'liq/liquidations', price: '0.10', may: ['coin', 'coin'], words: 'liquidation|liquidated|forced closing' },
  { route: 'liq/biggest', price: '0.10', words: 'biggest liquidation|largest liquidation' },
  { route: 'liq/signal', price: '0.10', words: 'long flush|short squeeze crypto|liquidation signal' },
  { route: 'liquidity/liquidity', price: '0.05', words: 'liquidity|fed balance sheet|reverse repo|money supply|net liquidity' },
  { route: 'macro/macro', price: '0.05', words: 'macro|economy|economic|gdp|inflation|cpi|growth' },
  { route: 'mena/pulse', price: '0.05', words: 'mena|middle east|gulf|north africa' },
  { route: 'metals/report', price: '0.05', words: 'metal|gold|silver|copper|platinum|aluminium|aluminum' },
  {
    route: 'minerals/minerals',
    price: '0.05',
    words: 'mineral|critical mineral|lithium|cobalt|rare earth|nickel|graphite|uranium',
  },
  { route: 'news/news', price: '0.05', needs: ['query', 'query'], words: 'news|headline|reported|coverage|press' },
  { route: 'oi/oi', price: '0.05', may: ['coin', 'coin'], words: 'open interest' },
  { route: 'oi/extremes', price: '0.05', words: 'open interest extreme|extreme open interest' },
  { route: 'oi/signal', price: '0.05', may: ['coin', 'coin'], words: 'open interest signal|leverage|leveraged' },
  { route: 'oilgas/report', price: '1.00', words: 'rig count|drilling|shale|oil and gas production|oil gas report' },
  { route: 'oilgas/region/{name}', price: '1.00', words: 'permian|bakken|eagle ford|basin|well economic' },
  {
    route: 'options/flow',
    price: '0.05',
    needs: ['ticker', 'ticker'],
    words: 'option|option flow|put|call|implied volatility|skew',
  },
  { route: 'pharma/catalysts', price: '0.05', words: 'pharma|fda|drug|clinical trial|catalyst|pdufa|biotech' },
  {
    route: 'pnl/pnl',
    price: '0.20',
    needs: ['address', 'wallet'],
    words: 'pnl|profit|profitable|loss|trading performance|realised|realized',
  },
  {
    route: 'portfolio/analyze',
    price: '0.10',
    needs: ['ticker', 'tickers'],
    words: 'portfolio|diversification|correlation|drawdown|sharpe',
  },
  {
    route: 'rates/rates',
    price: '0.05',
    words: 'rate|interest rate|treasury|yield curve|sofr|bond yield|fed fund',
    unless: otherRates,
  },
  {
    route: 'read/read',
    price: '0.005',
    needs: ['url', 'url'],
    words: 'read|page|article|website|site|summarize|summarise|url|link|repository|repo',
  },
  {
    route: 'realestate/report',
    price: '0.03',
    may: ['region', 'region'],
    words: 'real estate|housing|mortgage|home price|house price|rent',
  },
  { route: 'rwa/rwa-risk', price: '0.10', words: 'rwa|real world asset|tokenized treasury|tokenised|tokenized' },
  {
    route: 'sanctions/screen',
    price: '0.05',
    needs: ['named', 'name'],
    words: 'sanction|sanctioned|ofac|blacklist|watchlist|screen|embargo',
  },
  {
    route: 'smartmoney/smartmoney',
    price: '0.10',
    needs: ['ticker', 'ticker'],
    words: 'smart money|institutional|hedge fund|13f',
  },
  {
    route: 'sovereign/sovereign',
    price: '0.05',
    needs: ['country', 'country'],
    words: 'sovereign|debt|default|country|credit|reserve|economy|government debt|risk|inflation',
  },
  { route: 'spark/power', price: '0.05', words: 'spark spread|power price|heat rate' },
  { route: 'squeeze/squeeze', price: '0.05', needs: ['ticker', 'ticker'], words: 'squeeze|short interest|short squeeze|shorted' },
  { route: 'stable/pulse', price: '0.05', words: 'stablecoin|depeg|stablecoin supply|peg' },
  { route: 'stable/risk-summary', price: '0.05', words: 'stablecoin risk|riskiest stablecoin' },
  {
    route: 'stable/symbol/{symbol}',
    price: '0.05',
    needs: ['stablecoin', 'symbol'],
    words: 'stablecoin|peg|depeg|safe|risk|supply|backing',
  },
  { route: 'stake/report', price: '0.05', words: 'staking|stake|validator|liquid staking|restaking' },
  { route: 'supply/report', price: '0.05', words: 'supply chain|shipping|freight|port congestion' },
  {
    route: 'ta/analyze',
    price: '0.05',
    needs: ['coin', 'symbol'],
    words: 'technical|trend|rsi|moving average|support|resistance|chart|price',
  },
  { route: 'ta/scan', price: '0.05', words: 'breakout|technical scan|chart setup|oversold|overbought' },
  { route: 'token/report', price: '0.15', needs: ['address', 'address'], words: 'token|honeypot|rug|holder|tax|safe|scam' },
  {
    route: 'trade/trade',
    price: '0.05',
    may: ['country', 'reporter'],
    words: 'export|import|trade balance|international trade|tariff|customs',
  },
  {
    route: 'wallet/score',
    price: '0.15',
    needs: ['address', 'address'],
    words: 'wallet|account|score|holding|activity|who is|trust',
  },
  { route: 'wealth/analyze', price: '0.25', words: 'wealth|asset allocation|expected return|retirement' },
  {
    route: 'weather/forecast',
    price: '0.02',
    needs: ['place', 'city'],
    words: 'weather|forecast|temperature|rain|snow|wind|umbrella',
  },
  { route: 'whale/whales', price: '0.05', words: 'whale|large transfer|exchange inflow|exchange flow' },
]

/** Where a subject is named and no word calls for anything: what is asked of such a thing first. */
export const firstAsked: Partial<Record<SubjectKind, readonly string[]>> = {
  url: ['read/read'],
  address: ['contract/verify', 'wallet/score'],
  ticker: ['equity/equity'],
  coin: ['funding/signal', 'ta/analyze'],
  stablecoin: ['stable/symbol/{symbol}'],
  protocol: ['defi/risk'],
  grid: ['grid/region/{code}'],
}

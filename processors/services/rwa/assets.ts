// Tokens of treasuries and metals with what their issuers promise; the terms are notes with a date, and no advice.
export const classes = ['treasury', 'commodity', 'credit', 'equity', 'stable'] as const
export type AssetClass = (typeof classes)[number]

export interface Terms {
  readonly redemption: string
  readonly reserves: string
  readonly attestation: string
  /** When these terms were last compared with what the issuer publishes. */
  readonly as_of: string
}

export interface Asset {
  readonly symbol: string
  readonly issuer: string
  readonly class: AssetClass
  readonly address: string
  /** Only addresses its issuer admits may hold it. */
  readonly isRestricted: boolean
  /** What one is worth: a dollar by its terms, what the other token of the same metal trades at, or nothing anybody publishes freely. */
  readonly worth: 'dollar' | 'gold' | null
  readonly terms: Terms
}

const asOf = '2025-06-30'
const fund = (redemption: string, reserves: string, attestation: string, comparedOn = asOf): Terms => ({
  redemption,
  reserves,
  attestation,
  as_of: comparedOn,
})
const bills = 'US Treasury bills, repo and cash'

export const assets: readonly Asset[] = [
  {
    symbol: 'BUIDL',
    issuer: 'BlackRock, through Securitize',
    class: 'treasury',
    address: '0x7712c34205737192402172409a8F7ccef8aA2AEc',
    isRestricted: true,
    worth: 'dollar',
    terms: fund('daily, qualified purchasers only', bills, 'audited yearly; daily net asset value'),
  },
  {
    symbol: 'OUSG',
    issuer: 'Ondo Finance',
    class: 'treasury',
    address: '0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92',
    isRestricted: true,
    worth: null,
    terms: fund(
      'at any hour up to a limit, then the next business day; qualified purchasers',
      'money market funds of treasuries',
      'daily by the administrator',
    ),
  },
  {
    symbol: 'USDY',
    issuer: 'Ondo Finance',
    class: 'treasury',
    address: '0x96F6eF951840721AdBF46Ac996b59E0235CB985C',
    isRestricted: false,
    worth: null,
    terms: fund(
      'some business days to a bank account; not for US persons',
      'US Treasury bills and bank deposits',
      'daily by a trustee',
    ),
  },
  {
    symbol: 'USTB',
    issuer: 'Superstate',
    class: 'treasury',
    address: '0x43415eB6ff9DB7E26A15b704e7A3eDCe97d31C4e',
    isRestricted: true,
    worth: null,
    terms: fund('every business day; qualified purchasers', bills, 'audited yearly; daily net asset value'),
  },
  {
    symbol: 'USYC',
    issuer: 'Circle (Hashnote)',
    class: 'treasury',
    address: '0x136471a34f6ef19fE571EFFC1CA711fdb8E49f2b',
    isRestricted: true,
    worth: null,
    terms: fund('same day; not for US persons', 'reverse repo and US Treasury bills', 'audited yearly; daily net asset value'),
  },
  {
    symbol: 'TBILL',
    issuer: 'OpenEden',
    class: 'treasury',
    address: '0xdd50C053C096CB04A3e3362E2b622529EC5f2e8a',
    isRestricted: true,
    worth: null,
    terms: fund('some business days; professional investors', 'US Treasury bills and dollars', 'monthly and daily reports'),
  },
  {
    symbol: 'PAXG',
    issuer: 'Paxos',
    class: 'commodity',
    address: '0x45804880De22913dAFE09f4980848ECE6EcbAf78',
    isRestricted: false,
    worth: 'gold',
    terms: fund(
      'dollars at any time for customers; bars of about 430 ounces',
      'London good delivery gold bars',
      'monthly by an accountant',
    ),
  },
  {
    symbol: 'XAUT',
    issuer: 'TG Commodities (Tether)',
    class: 'commodity',
    address: '0x68749665FF8D2d112Fa859AA293F07A622782F38',
    isRestricted: false,
    worth: 'gold',
    terms: fund('whole bars in Switzerland for customers', 'London good delivery gold bars', 'quarterly by an accountant'),
  },
]

/** Of the largest dollars, which are known by the list of stablecoins, who issues them and on what terms. */
export const dollarTerms: Readonly<Record<string, { readonly issuer: string; readonly terms: Terms }>> = {
  USDT: {
    issuer: 'Tether',
    terms: fund(
      'dollars for verified customers, from 100,000 a time; the greater of 1,000 dollars or 0.1 % as a fee',
      'mostly US Treasury bills and repo, with other investments and loans',
      'quarterly by an accountant (BDO Italia)',
      '2024-12-31',
    ),
  },
  USDC: {
    issuer: 'Circle',
    terms: fund(
      'dollar for dollar for customers with an account',
      'a registered government money market fund (US Treasury bills, repo, cash), and cash at banks',
      'monthly by an accountant; the fund reports daily',
      '2024-11-14',
    ),
  },
  PYUSD: {
    issuer: 'Paxos, for PayPal',
    terms: fund(
      'dollar for dollar for customers with an account',
      'overnight repo backed by US Treasuries, and bank deposits',
      'monthly report by the issuer; a trust company supervised in New York',
      '2023-09-13',
    ),
  },
}

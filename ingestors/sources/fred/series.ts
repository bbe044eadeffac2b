// The series read through FRED: only those whose own licence lets a paid answer carry them with a citation.
export type Frequency = 'daily' | 'weekly' | 'monthly' | 'quarterly'

export interface SeriesDefinition {
  readonly name: string
  readonly unit: string
  readonly from: string
  readonly frequency: Frequency
}

export const fredSeries = {
  BAA10Y: {
    name: "Moody's seasoned Baa corporate yield over the 10-year Treasury",
    unit: 'pp',
    from: '1986-01-02',
    frequency: 'daily',
  },
  WALCL: { name: 'Federal Reserve total assets, Wednesday level', unit: 'usd_m', from: '2002-12-18', frequency: 'weekly' },
  WRBWFRBL: {
    name: 'Reserve balances with Federal Reserve Banks, Wednesday level',
    unit: 'usd_m',
    from: '2002-12-18',
    frequency: 'weekly',
  },
  RRPONTSYD: { name: 'Overnight reverse repurchase agreements accepted', unit: 'usd_bn', from: '2013-02-01', frequency: 'daily' },
  SOFR: { name: 'Secured overnight financing rate', unit: 'pct', from: '2018-04-03', frequency: 'daily' },
  IORB: { name: 'Interest rate on reserve balances', unit: 'pct', from: '2021-07-29', frequency: 'daily' },
  NFCI: { name: 'Chicago Fed National Financial Conditions Index', unit: 'index', from: '1990-01-05', frequency: 'weekly' },
  M2SL: { name: 'M2 money stock', unit: 'usd_bn', from: '1990-01-01', frequency: 'monthly' },
  CPIAUCSL: {
    name: 'Consumer price index, all items, seasonally adjusted',
    unit: 'index',
    from: '1990-01-01',
    frequency: 'monthly',
  },
  CPILFESL: {
    name: 'Consumer price index less food and energy, seasonally adjusted',
    unit: 'index',
    from: '1990-01-01',
    frequency: 'monthly',
  },
  PPIFIS: { name: 'Producer price index, final demand', unit: 'index', from: '2009-11-01', frequency: 'monthly' },
  PCEPILFE: { name: 'PCE price index less food and energy', unit: 'index', from: '1990-01-01', frequency: 'monthly' },
  GDP: { name: 'Gross domestic product, annual rate', unit: 'usd_bn', from: '1990-01-01', frequency: 'quarterly' },
  NFCPATAX: {
    name: 'Nonfinancial corporate profits after tax, annual rate',
    unit: 'usd_bn',
    from: '1990-01-01',
    frequency: 'quarterly',
  },
  NCBEILQ027S: {
    name: 'Nonfinancial corporate equities at market value',
    unit: 'usd_m',
    from: '1990-01-01',
    frequency: 'quarterly',
  },
  GDPC1: { name: 'Real gross domestic product, annual rate', unit: 'usd_bn_2017', from: '1990-01-01', frequency: 'quarterly' },
  GDPNOW: {
    name: 'Atlanta Fed GDPNow estimate of real growth, annual rate',
    unit: 'pct',
    from: '2014-04-01',
    frequency: 'quarterly',
  },
  NROU: { name: 'Noncyclical rate of unemployment', unit: 'pct', from: '1990-01-01', frequency: 'quarterly' },
  UNRATE: { name: 'Unemployment rate', unit: 'pct', from: '1990-01-01', frequency: 'monthly' },
  INDPRO: { name: 'Industrial production', unit: 'index', from: '1990-01-01', frequency: 'monthly' },
  W875RX1: { name: 'Real personal income excluding transfers', unit: 'usd_bn_2017', from: '1990-01-01', frequency: 'monthly' },
  CMRMTSPL: { name: 'Real manufacturing and trade sales', unit: 'usd_m_2017', from: '1990-01-01', frequency: 'monthly' },
  PAYEMS: { name: 'Nonfarm payroll employment', unit: 'thousands', from: '1990-01-01', frequency: 'monthly' },
  CE16OV: { name: 'Household survey employment', unit: 'thousands', from: '1990-01-01', frequency: 'monthly' },
  PCEC96: { name: 'Real personal consumption', unit: 'usd_bn_2017', from: '1990-01-01', frequency: 'monthly' },
  CFNAIMA3: { name: 'Chicago Fed activity index, three-month average', unit: 'index', from: '1990-01-01', frequency: 'monthly' },
  PERMIT: { name: 'Housing permits, annual rate', unit: 'thousands', from: '1990-01-01', frequency: 'monthly' },
  NEWORDER: {
    name: 'New orders for nondefense capital goods excluding aircraft',
    unit: 'usd_m',
    from: '1992-02-01',
    frequency: 'monthly',
  },
  ICSA: { name: 'Initial unemployment claims', unit: 'persons', from: '1990-01-06', frequency: 'weekly' },
  CCSA: { name: 'Continued unemployment claims', unit: 'persons', from: '1990-01-06', frequency: 'weekly' },
  SAHMREALTIME: { name: 'Sahm rule recession indicator, real time', unit: 'pp', from: '1990-01-01', frequency: 'monthly' },
  RECPROUSM156N: { name: 'Smoothed recession probability', unit: 'pct', from: '1990-01-01', frequency: 'monthly' },
  USREC: { name: 'NBER recession indicator', unit: 'flag', from: '1990-01-01', frequency: 'monthly' },
  FRBATLWGT3MMAUMHWGO: {
    name: 'Atlanta Fed median wage growth, three-month average',
    unit: 'pct',
    from: '1998-03-01',
    frequency: 'monthly',
  },
  NOCDFSA066MSFRBPHI: {
    name: 'Philadelphia Fed new orders diffusion index',
    unit: 'index',
    from: '1990-01-01',
    frequency: 'monthly',
  },
  MTSDS133FMS: { name: 'Federal surplus or deficit of the month', unit: 'usd_m', from: '1990-01-01', frequency: 'monthly' },
  ISRATIO: { name: 'Total business inventories to sales', unit: 'ratio', from: '1992-01-01', frequency: 'monthly' },
  AMTMUO: { name: "Manufacturers' unfilled orders", unit: 'usd_m', from: '1992-02-01', frequency: 'monthly' },
  AMTMVS: { name: "Manufacturers' shipments", unit: 'usd_m', from: '1992-01-01', frequency: 'monthly' },
  TSIFRGHT: { name: 'Freight transportation services index', unit: 'index', from: '2000-01-01', frequency: 'monthly' },
  WPU3012: {
    name: 'Producer price index, truck transportation of freight',
    unit: 'index',
    from: '2009-06-01',
    frequency: 'monthly',
  },
  PCU483111483111: { name: 'Producer price index, deep sea freight', unit: 'index', from: '1990-01-01', frequency: 'monthly' },
  DTWEXBGS: { name: 'Nominal broad dollar index', unit: 'index', from: '2006-01-02', frequency: 'daily' },
  DCOILWTICO: { name: 'WTI crude oil, Cushing', unit: 'usd_per_barrel', from: '1990-01-02', frequency: 'daily' },
} as const satisfies Record<string, SeriesDefinition>

export type FredSeries = keyof typeof fredSeries

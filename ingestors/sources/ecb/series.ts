// The ECB series followed, by what they mean: a flow, a key in which + parts several, and how far back the first poll reaches.
export interface Flow {
  readonly flow: string
  readonly key: string
  readonly firstDays: number
}

const tenYears = 3_700

export const yieldCountries = ['DE', 'FR', 'IT', 'ES', 'NL', 'BE', 'AT', 'IE', 'PT', 'GR', 'FI'] as const
export const currencies = {
  PL: 'PLN',
  SE: 'SEK',
  DK: 'DKK',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  CH: 'CHF',
  NO: 'NOK',
  GB: 'GBP',
} as const

/** Currencies beyond Europe, told by the day. */
export const dailyCurrencies = {
  CN: 'CNY',
  JP: 'JPY',
  IN: 'INR',
  KR: 'KRW',
  ID: 'IDR',
  TH: 'THB',
  MY: 'MYR',
  PH: 'PHP',
  SG: 'SGD',
  HK: 'HKD',
  BR: 'BRL',
  MX: 'MXN',
} as const

export const flows: readonly Flow[] = [
  { flow: 'YC', key: 'B.U2.EUR.4F.G_N_A.SV_C_YM.SR_2Y+SR_10Y', firstDays: 400 },
  { flow: 'CISS', key: 'D.U2.Z0Z.4F.EC.SS_CIN.IDX', firstDays: tenYears },
  { flow: 'IRS', key: `M.${yieldCountries.join('+')}.L.L40.CI.0000.EUR.N.Z`, firstDays: tenYears },
  { flow: 'EXR', key: `M.USD+${Object.values(currencies).join('+')}.EUR.SP00.A`, firstDays: tenYears },
  { flow: 'EXR', key: `D.USD+${Object.values(dailyCurrencies).join('+')}.EUR.SP00.A`, firstDays: 60 },
  { flow: 'FM', key: 'D.U2.EUR.4F.KR.DFR.LEV', firstDays: 60 },
  { flow: 'EST', key: 'B.EU000A2X2A25.WT', firstDays: 60 },
]

export const series = {
  aaa2y: 'YC.B.U2.EUR.4F.G_N_A.SV_C_YM.SR_2Y',
  aaa10y: 'YC.B.U2.EUR.4F.G_N_A.SV_C_YM.SR_10Y',
  stress: 'CISS.D.U2.Z0Z.4F.EC.SS_CIN.IDX',
  depositRate: 'FM.D.U2.EUR.4F.KR.DFR.LEV',
  estr: 'EST.B.EU000A2X2A25.WT',
  /** Ten-year government bonds, the monthly average. */
  bond: (iso2: string) => `IRS.M.${iso2}.L.L40.CI.0000.EUR.N.Z`,
  /** Units of a currency for one euro, the monthly average. */
  perEuro: (currency: string) => `EXR.M.${currency}.EUR.SP00.A`,
  /** The same of a day, fixed at about 14:15 in Frankfurt. */
  perEuroDaily: (currency: string) => `EXR.D.${currency}.EUR.SP00.A`,
} as const

/** Every series a flow is asked for. */
export function namesOf({ flow, key }: Flow): string[] {
  return key
    .split('.')
    .map((part) => part.split('+'))
    .reduce<string[]>((names, parts) => names.flatMap((name) => parts.map((part) => `${name}.${part}`)), [flow])
}

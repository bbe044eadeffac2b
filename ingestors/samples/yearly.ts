// The countries of the demo world's yearly figures: levels about as they are, so that the strong and the weak differ.
import { regionRows } from './yearly-regions.ts'

interface SampleCountry {
  readonly iso2: string
  readonly name: string
  readonly income: string
  readonly outlook: Readonly<Record<string, number>>
  readonly bank: Readonly<Record<string, number>>
}

const country = (
  iso2: string,
  name: string,
  income: string,
  [growth, inflation, debt, balance, primary, account]: readonly [number, number, number, number, number, number],
  [interest, months, reservesBn, shortTerm, governance, perDollar]: readonly [
    number | null,
    number | null,
    number | null,
    number | null,
    number,
    number,
  ],
  outputBn: number,
): SampleCountry => ({
  iso2,
  name,
  income,
  outlook: {
    NGDP_RPCH: growth,
    PCPIPCH: inflation,
    GGXWDG_NGDP: debt,
    GGXCNL_NGDP: balance,
    GGXONLB_G01_GDP_PT: primary,
    BCA_NGDPD: account,
  },
  bank: Object.fromEntries(
    Object.entries({
      'GC.XPN.INTP.RV.ZS': interest,
      'FI.RES.TOTL.MO': months,
      'FI.RES.TOTL.CD': reservesBn === null ? null : reservesBn * 1e9,
      'DT.DOD.DSTC.IR.ZS': shortTerm,
      'PA.NUS.FCRF': perDollar,
      'NY.GDP.MKTP.PP.CD': outputBn * 1e9,
      'NY.GDP.MKTP.KD.ZG': growth,
      'FP.CPI.TOTL.ZG': inflation,
      'BN.CAB.XOKA.GD.ZS': account,
      'GC.DOD.TOTL.GD.ZS': debt * 0.9,
      'GC.NLD.TOTL.GD.ZS': balance,
      'GC.REV.XGRT.GD.ZS': interest === null ? null : 30,
      ...Object.fromEntries(['VA', 'PV', 'GE', 'RQ', 'RL', 'CC'].map((part) => [`GOV_WGI_${part}.EST`, governance])),
    }).flatMap(([name_, value]) => (value === null ? [] : [[name_, value]])),
  ),
})

export const sampleCountries: Readonly<Record<string, SampleCountry>> = {
  USA: country('US', 'United States', 'High income', [2.2, 2.8, 122, -6.8, -3.4, -3.8], [19, null, 240, null, 1.1, 1], 29_000),
  DEU: country('DE', 'Germany', 'High income', [0.4, 2.3, 64, -2.8, -2, 5.6], [2, 2.5, 380, null, 1.5, 0.9], 6_000),
  JPN: country('JP', 'Japan', 'High income', [0.8, 2.6, 232, -2.4, -2, 4.4], [8, 14, 1_230, null, 1.4, 148], 6_600),
  CHE: country('CH', 'Switzerland', 'High income', [1.2, 0.6, 37, 0.4, 0.6, 5.2], [1, 18, 820, null, 1.8, 0.85], 800),
  BRA: country('BR', 'Brazil', 'Upper middle income', [2.4, 4.6, 91, -7.2, -0.5, -2.4], [26, 11, 340, 22, -0.1, 5.5], 4_700),
  ZAF: country('ZA', 'South Africa', 'Upper middle income', [1.2, 3.6, 77, -5.6, 0.1, -1], [18, 5.4, 64, 42, 0.1, 18], 990),
  TUR: country('TR', 'Türkiye', 'Upper middle income', [3.4, 34, 25, -3.8, -0.6, -1.4], [9, 3.8, 150, 110, -0.4, 38], 3_500),
  IND: country('IN', 'India', 'Lower middle income', [6.5, 3.4, 81, -7, -1.6, -1.2], [25, 9, 640, 20, -0.1, 86], 16_000),
  EGY: country('EG', 'Egypt, Arab Rep.', 'Lower middle income', [4.2, 14, 87, -9, 3.2, -5], [62, 4.6, 45, 66, -0.8, 49], 2_200),
  NGA: country('NG', 'Nigeria', 'Lower middle income', [3.4, 22, 38, -4, -1.2, 6], [38, 6, 40, 30, -0.9, 1_500], 1_500),
  GHA: country('GH', 'Ghana', 'Lower middle income', [4.4, 14, 64, -3, 1.3, 1.6], [28, 3.2, 8, 60, 0.1, 12], 280),
  CHL: country('CL', 'Chile', 'High income', [2.4, 3.8, 42, -2, -0.9, -2.2], [4, 6, 44, 42, 0.9, 950], 660),
  FRA: country('FR', 'France', 'High income', [0.9, 1.4, 114, -5.6, -3.4, 0.3], [5, 3, 290, null, 1, 0.9], 4_300),
  ITA: country('IT', 'Italy', 'High income', [0.6, 1.7, 136, -3.3, 0.5, 1.1], [9, 3.6, 300, null, 0.7, 0.9], 3_600),
  ESP: country('ES', 'Spain', 'High income', [2.6, 2.4, 101, -2.8, -0.4, 2.8], [6, 1.6, 110, null, 0.8, 0.9], 2_700),
  NLD: country('NL', 'Netherlands', 'High income', [1.3, 2.9, 44, -2, -1.3, 9.8], [2, 0.9, 80, null, 1.6, 0.9], 1_500),
  BEL: country('BE', 'Belgium', 'High income', [1.1, 2.8, 106, -5.2, -3, -0.8], [5, 0.8, 42, null, 1.3, 0.9], 860),
  AUT: country('AT', 'Austria', 'High income', [0.4, 3.2, 82, -4.5, -2.9, 2], [3, 1.3, 34, null, 1.4, 0.9], 670),
  IRL: country('IE', 'Ireland', 'High income', [3, 1.9, 36, 1.5, 2.2, 9], [2, 0.3, 13, null, 1.5, 0.9], 690),
  PRT: country('PT', 'Portugal', 'High income', [1.9, 2.2, 93, 0.1, 2.1, 1.5], [5, 3, 36, null, 1, 0.9], 510),
  GRC: country('GR', 'Greece', 'High income', [2, 2.6, 147, 0.6, 3.4, -6], [7, 1.4, 15, null, 0.4, 0.9], 430),
  FIN: country('FI', 'Finland', 'High income', [0.8, 1.9, 86, -4, -3, -0.7], [2, 1.2, 16, null, 1.8, 0.9], 360),
  POL: country('PL', 'Poland', 'High income', [3.2, 3.8, 60, -6.5, -4.2, -0.8], [7, 5.8, 240, null, 0.6, 3.7], 1_900),
  SWE: country('SE', 'Sweden', 'High income', [1.5, 2.5, 34, -1.4, -1, 6.5], [1, 2.5, 65, null, 1.7, 9.6], 760),
  DNK: country('DK', 'Denmark', 'High income', [2.2, 1.9, 29, 2, 2, 12], [2, 5, 110, null, 1.8, 6.6], 480),
  CZE: country('CZ', 'Czech Republic', 'High income', [2, 2.5, 44, -2.2, -0.9, 1], [4, 7.2, 160, null, 1, 21], 620),
  HUN: country('HU', 'Hungary', 'High income', [1, 4.5, 74, -4.7, -0.6, 1.6], [10, 3.6, 52, null, 0.4, 350], 450),
  ROU: country('RO', 'Romania', 'High income', [1.2, 6.5, 59, -8, -5.4, -7.8], [8, 5, 78, 60, 0.3, 4.5], 930),
  NOR: country('NO', 'Norway', 'High income', [1.6, 2.6, 43, 12, 9, 15], [1, 6.2, 82, null, 1.8, 10.2], 590),
  GBR: country('GB', 'United Kingdom', 'High income', [1.2, 3.4, 103, -4.8, -2.1, -3], [8, 2, 190, null, 1.3, 0.76], 4_500),
  ...Object.fromEntries(regionRows.map(([iso3, ...row]) => [iso3, country(...row)])),
  // The World Bank has nothing of it.
  TWN: { ...country('TW', 'Taiwan', 'High income', [3.7, 1.8, 26, -1, -0.6, 15], [3, 14, 600, null, 1.2, 31], 1_900), bank: {} },
}

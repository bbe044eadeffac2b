// The countries of the demo world's yearly figures: levels about as they are, so that the strong and the weak differ.
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
): SampleCountry => ({
  iso2,
  name,
  income,
  outlook: {
    NGDP_RPCH: growth,
    PCPIPCH: inflation,
    GGXWDG_NGDP: debt,
    GGXCNL_NGDP: balance,
    GGXONLB_NGDP: primary,
    BCA_NGDPD: account,
  },
  bank: Object.fromEntries(
    Object.entries({
      'GC.XPN.INTP.RV.ZS': interest,
      'FI.RES.TOTL.MO': months,
      'FI.RES.TOTL.CD': reservesBn === null ? null : reservesBn * 1e9,
      'DT.DOD.DSTC.IR.ZS': shortTerm,
      'PA.NUS.FCRF': perDollar,
      ...Object.fromEntries(['VA', 'PV', 'GE', 'RQ', 'RL', 'CC'].map((part) => [`${part}.EST`, governance])),
    }).flatMap(([name_, value]) => (value === null ? [] : [[name_, value]])),
  ),
})

export const sampleCountries: Readonly<Record<string, SampleCountry>> = {
  USA: country('US', 'United States', 'High income', [2.2, 2.8, 122, -6.8, -3.4, -3.8], [19, null, 240, null, 1.1, 1]),
  DEU: country('DE', 'Germany', 'High income', [0.4, 2.3, 64, -2.8, -2, 5.6], [2, 2.5, 380, null, 1.5, 0.9]),
  JPN: country('JP', 'Japan', 'High income', [0.8, 2.6, 232, -2.4, -2, 4.4], [8, 14, 1_230, null, 1.4, 148]),
  CHE: country('CH', 'Switzerland', 'High income', [1.2, 0.6, 37, 0.4, 0.6, 5.2], [1, 18, 820, null, 1.8, 0.85]),
  BRA: country('BR', 'Brazil', 'Upper middle income', [2.4, 4.6, 91, -7.2, -0.5, -2.4], [26, 11, 340, 22, -0.1, 5.5]),
  ZAF: country('ZA', 'South Africa', 'Upper middle income', [1.2, 3.6, 77, -5.6, 0.1, -1], [18, 5.4, 64, 42, 0.1, 18]),
  TUR: country('TR', 'Türkiye', 'Upper middle income', [3.4, 34, 25, -3.8, -0.6, -1.4], [9, 3.8, 150, 110, -0.4, 38]),
  IND: country('IN', 'India', 'Lower middle income', [6.5, 3.4, 81, -7, -1.6, -1.2], [25, 9, 640, 20, -0.1, 86]),
  EGY: country('EG', 'Egypt, Arab Rep.', 'Lower middle income', [4.2, 14, 87, -9, 3.2, -5], [62, 4.6, 45, 66, -0.8, 49]),
  NGA: country('NG', 'Nigeria', 'Lower middle income', [3.4, 22, 38, -4, -1.2, 6], [38, 6, 40, 30, -0.9, 1_500]),
  GHA: country('GH', 'Ghana', 'Lower middle income', [4.4, 14, 64, -3, 1.3, 1.6], [28, 3.2, 8, 60, 0.1, 12]),
  CHL: country('CL', 'Chile', 'High income', [2.4, 3.8, 42, -2, -0.9, -2.2], [4, 6, 44, 42, 0.9, 950]),
}

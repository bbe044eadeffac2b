// Thirty states by approximate published figures of 2025 and Standard & Poor's long-term ratings in foreign currency at its end.
import type { State } from '../../../processors/services/sovereign/signal.ts'

const grades = 'AAA AA+ AA AA- A+ A A- BBB+ BBB BBB- BB+ BB BB- B+ B B- CCC+ CCC CCC- CC SD'.split(' ')

// Debt, primary balance, interest to revenue, current account, inflation, growth of three years, governance, reserves in months,
// short-term debt to reserves, and what its currency lost in a year.
const table = `
DE AAA  64   -2.0   2.5   5.4   2.2   0.0   1.45   2.5    -    -4
CH AAA  37    0.6   1.0   6.0   0.3   1.1   1.75  16      -    -6
NO AAA  43    9.0   2.0  16.0   2.6   1.2   1.75   7      -    -3
AU AAA  51   -1.6   4.5  -2.2   2.6   1.5   1.50   1.6    -     2
NL AAA  44   -1.2   1.5   9.8   3.2   1.1   1.55   0.9    -    -4
CA AAA 113   -0.8   7.5  -1.1   2.0   1.5   1.50   1.9    -     2
US AA+ 123   -4.0  18.0  -3.9   2.8   2.4   1.05   1.8    -     -
GB AA  102   -2.2   9.0  -3.1   3.4   0.9   1.30   1.9    -    -3
KR AA   53   -1.0   5.0   5.9   2.1   1.6   1.05   6.5   36     2
CZ AA-  44   -1.0   3.5   1.0   2.4   1.0   1.00   6.5    -    -5
FR A+  117   -3.4   4.5  -0.6   1.0   1.0   1.00   2.3    -    -4
JP A+  230   -1.8   8.0   4.4   3.1   0.6   1.30  12      -    -1
ES A+  101   -0.4   6.0   2.8   2.6   2.8   0.80   1.7    -    -4
PT A+   93    2.2   4.6   1.4   2.2   2.0   1.00   1.9    -    -4
CN A+   96   -7.0   5.0   3.3   0.1   5.1  -0.25  13     45     0
SA A+   30   -3.8   3.5  -2.4   2.1   2.4   0.05  16     17     0
CL A    42   -0.4   3.8  -2.3   4.3   1.9   0.85   5.0   45     1
PL A-   60   -4.6   5.5  -0.4   3.7   2.1   0.60   5.6    -    -5
IT BBB+ 137   0.8   8.0   1.1   1.7   0.8   0.55   3.2    -    -4
PH BBB+ 60   -3.2  14.0  -3.6   1.7   5.5  -0.20   7.4   27     1
MX BBB  58    1.2  14.0  -0.5   3.9   1.8  -0.35   4.3   24     5
IN BBB  81   -2.3  33.0  -1.0   2.8   7.4  -0.05   8.2   20     4
GR BBB 147    3.6   7.5  -5.6   3.1   2.2   0.50   1.4    -    -4
ID BBB  41   -0.8  17.0  -1.1   1.8   5.0   0.00   5.6   43     3
VN BB+  34    0.0   5.0   4.0   3.4   6.6  -0.25   2.6   40     4
BR BB   91   -0.6  28.0  -2.6   5.2   2.9  -0.25  11     22     4
ZA BB   77    0.8  20.0  -0.9   3.4   0.8   0.05   5.2   50    -2
TR BB-  25   -1.2  14.0  -1.4  34.9   3.6  -0.50   4.8  105    21
EG B    87    2.8  60.0  -5.1  20.4   3.1  -0.75   6.0   55    11
KE B    68    0.6  30.0  -2.0   4.0   4.9  -0.45   4.4   28     0
NG B-   37   -1.2  45.0   5.6  23.0   3.5  -0.95   7.5   25     4
PK B-   72    2.0  60.0   0.5   4.5   1.8  -0.95   2.4   95     1
AR CCC+ 79    1.4   9.0  -1.2  41.3   0.4  -0.05   4.8  140    34
LK SD   99    2.2  55.0   0.8  -0.5   2.6  -0.20   3.3  115    -1
UA SD  109  -17.0  15.0 -16.5  12.6   3.4  -0.60   5.5   75     4`

export interface Rated {
  readonly iso2: string
  /** 1 is AAA. */
  readonly rating: number
  readonly state: State
}

export const ratedStates: readonly Rated[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [iso2 = '', grade = '', ...cells] = line.trim().split(/\s+/)
    const [debt, primary, interest, account, inflation, growth, governance, months, shortTerm, fx] = cells.map((cell) =>
      cell === '-' ? null : Number(cell),
    )
    const one = (measure: string, value: number | null | undefined, year = 2025) =>
      value === null || value === undefined ? [] : [{ measure, year, value }]
    const figures = [
      ...one('debt_pct_gdp', debt),
      ...one('primary_balance_pct_gdp', primary),
      ...one('interest_to_revenue_pct', interest),
      ...one('current_account_pct_gdp', account),
      ...one('inflation_pct', inflation),
      ...[2023, 2024, 2025].flatMap((year) => one('growth_pct', growth, year)),
      ...['voice', 'stability', 'effectiveness', 'regulation'].flatMap((part) => one(part, governance, 2024)),
      ...one('reserves_months', months),
      ...one('short_term_debt_to_reserves_pct', shortTerm),
      ...(fx === null || fx === undefined ? [] : [...one('per_dollar', 100, 2024), ...one('per_dollar', 100 + fx, 2025)]),
    ]
    const state = { iso2, iso3: 'XXX', name: iso2, incomeGroup: null, figures, bond: null, policyRate: null }
    return { iso2, rating: grades.indexOf(grade) + 1, state }
  })

/** Spearman's: equal values share the mean of their ranks. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranks = (values: readonly number[]) =>
    values.map(
      (value) => (values.filter((other) => other < value).length + values.filter((other) => other <= value).length + 1) / 2,
    )
  const [x, y] = [ranks(a), ranks(b)]
  const mean = (x.length + 1) / 2
  const sum = (f: (i: number) => number) => x.reduce((total, _, i) => total + f(i), 0)
  return (
    sum((i) => (x[i]! - mean) * (y[i]! - mean)) / Math.sqrt(sum((i) => (x[i]! - mean) ** 2) * sum((i) => (y[i]! - mean) ** 2))
  )
}

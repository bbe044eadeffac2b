// The monthly indicators read, by what they mean, and the countries they are read of.
export const measures = {
  TOTRESV: 'reserves_musd',
  DXGSRMRCHSACD: 'exports_musd',
  DMGSRMRCHSACD: 'imports_musd',
  CPTOTSAXNZGY: 'inflation_pct',
  // The month's average; what was in an older currency is told in the new one.
  DPANUSSPB: 'per_dollar',
} as const

export type Code = keyof typeof measures
export type Measure = (typeof measures)[Code]

const europe = 'DEU FRA ITA ESP NLD BEL AUT IRL PRT GRC FIN POL SWE DNK CZE HUN ROU CHE NOR GBR'
const africa = 'NGA ZAF EGY KEN GHA ETH MAR DZA CIV TZA UGA SEN ZMB AGO CMR RWA'
const asia = 'CHN JPN IND KOR IDN THA VNM MYS PHL SGP HKG PAK BGD'
const latinAmerica = 'BRA MEX ARG CHL COL PER URY ECU BOL PRY DOM CRI PAN GTM'
const middleEast = 'SAU ARE QAT KWT BHR OMN ISR TUR JOR IRQ LBN TUN IRN'
const others = 'USA CAN AUS'

export const countries: readonly string[] = [europe, africa, asia, latinAmerica, middleEast, others].flatMap((group) =>
  group.split(' '),
)

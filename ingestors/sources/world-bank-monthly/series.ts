// The monthly indicators read, by what they mean, and the countries they are read of.
export const measures = {
  TOTRESV: 'reserves_musd',
  DXGSRMRCHSACD: 'exports_musd',
  DMGSRMRCHSACD: 'imports_musd',
  CPTOTSAXNZGY: 'inflation_pct',
} as const

export type Code = keyof typeof measures
export type Measure = (typeof measures)[Code]

export const countries = 'DEU FRA ITA ESP NLD BEL AUT IRL PRT GRC FIN POL SWE DNK CZE HUN ROU CHE NOR GBR'.split(' ')

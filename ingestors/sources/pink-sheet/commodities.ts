// The commodities read of the sheet: the heading each column bears, and the unit that stands below it.
export interface Commodity {
  readonly heading: string
  readonly unit: 'USD/t' | 'USD/oz' | 'USD/bbl' | 'USD/mmbtu'
}

// There is no palladium in it.
export const commodities: Readonly<Record<string, Commodity>> = {
  aluminum: { heading: 'aluminum', unit: 'USD/t' },
  copper: { heading: 'copper', unit: 'USD/t' },
  nickel: { heading: 'nickel', unit: 'USD/t' },
  zinc: { heading: 'zinc', unit: 'USD/t' },
  gold: { heading: 'gold', unit: 'USD/oz' },
  platinum: { heading: 'platinum', unit: 'USD/oz' },
  silver: { heading: 'silver', unit: 'USD/oz' },
  brent: { heading: 'crude oil, brent', unit: 'USD/bbl' },
  gas_europe: { heading: 'natural gas, europe', unit: 'USD/mmbtu' },
}

/** As the sheet writes them. */
export const unitNames: Readonly<Record<string, Commodity['unit']>> = {
  '($/mt)': 'USD/t',
  '($/troy oz)': 'USD/oz',
  '($/bbl)': 'USD/bbl',
  '($/mmbtu)': 'USD/mmbtu',
}

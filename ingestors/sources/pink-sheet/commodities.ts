// The commodities read of the sheet: the heading each column bears, and the unit that stands below it.
export interface Commodity {
  readonly heading: string
  readonly unit: 'USD/t' | 'USD/oz' | 'USD/bbl' | 'USD/mmbtu' | 'USD/kg' | 'USD/dmtu'
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
  tin: { heading: 'tin', unit: 'USD/t' },
  lead: { heading: 'lead', unit: 'USD/t' },
  // By one part in a hundred of iron in a dry tonne.
  iron_ore: { heading: 'iron ore, cfr spot', unit: 'USD/dmtu' },
  maize: { heading: 'maize', unit: 'USD/t' },
  soybeans: { heading: 'soybeans', unit: 'USD/t' },
  wheat: { heading: 'wheat, us hrw', unit: 'USD/t' },
  rice: { heading: 'rice, thai 5%', unit: 'USD/t' },
  cotton: { heading: 'cotton, a index', unit: 'USD/kg' },
  sugar: { heading: 'sugar, world', unit: 'USD/kg' },
  coffee: { heading: 'coffee, arabica', unit: 'USD/kg' },
  coffee_robusta: { heading: 'coffee, robusta', unit: 'USD/kg' },
  cocoa: { heading: 'cocoa', unit: 'USD/kg' },
}

/** As the sheet writes them. */
export const unitNames: Readonly<Record<string, Commodity['unit']>> = {
  '($/mt)': 'USD/t',
  '($/troy oz)': 'USD/oz',
  '($/bbl)': 'USD/bbl',
  '($/mmbtu)': 'USD/mmbtu',
  '($/kg)': 'USD/kg',
  '($/dmtu)': 'USD/dmtu',
}

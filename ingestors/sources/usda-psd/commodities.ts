// The commodities read of the Department of Agriculture's balances: its code of each, the archive it lies in, and what its unit weighs.
export interface Balanced {
  readonly code: string
  readonly archive: string
  readonly unit: string
  /** Thousand tonnes a unit. */
  readonly kt: number
}

const tonnes = { unit: '(1000 MT)', kt: 1 }

export const balanced: Readonly<Record<string, Balanced>> = {
  corn: { code: '440000', archive: 'psd_grains_pulses_csv.zip', ...tonnes },
  wheat: { code: '410000', archive: 'psd_grains_pulses_csv.zip', ...tonnes },
  rice: { code: '422110', archive: 'psd_grains_pulses_csv.zip', ...tonnes },
  soybeans: { code: '2222000', archive: 'psd_oilseeds_csv.zip', ...tonnes },
  sugar: { code: '612000', archive: 'psd_sugar_csv.zip', ...tonnes },
  // A bale is 480 pounds.
  cotton: { code: '2631000', archive: 'psd_cotton_csv.zip', unit: '1000 480 lb. Bales', kt: 0.2177243376 },
  coffee: { code: '711100', archive: 'psd_coffee_csv.zip', unit: '(1000 60 KG BAGS)', kt: 0.06 },
}

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
} as const satisfies Record<string, SeriesDefinition>

export type FredSeries = keyof typeof fredSeries

// The series read through FRED: only those whose own licence lets a paid answer carry them with a citation.
export const fredSeries = {
  BAA10Y: { name: "Moody's seasoned Baa corporate yield over the 10-year Treasury", unit: 'pp', from: '1986-01-02' },
} as const satisfies Record<string, { name: string; unit: string; from: string }>

export type FredSeries = keyof typeof fredSeries

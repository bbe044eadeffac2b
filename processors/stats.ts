// The statistics and the arithmetic of dated values, by one door: what a formula imports besides formula/.
export * from './formula/series.ts'
export * from './formula/statistics.ts'

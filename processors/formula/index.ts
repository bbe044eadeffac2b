// The statistics and the arithmetic of dated values, by one door: what a formula imports besides formula/.
export * from './series.ts'
export * from './statistics.ts'

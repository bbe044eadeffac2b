// The same host as the list of stablecoins, and so the same sample.
export { default } from '../../defillama-stables/samples/sample.ts'

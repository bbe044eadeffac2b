// The same host as the list of coins, and so the same sample.
export { default } from '../../defillama-stables/samples/sample.ts'

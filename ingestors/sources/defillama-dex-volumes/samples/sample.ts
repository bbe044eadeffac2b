// The same host as the chains, and so the same sample.
export { default } from '../../defillama-chain-tvl/samples/sample.ts'

// The venue's one address answers all of its sources.
export { default } from '../../hyperliquid-perps/samples/sample.ts'

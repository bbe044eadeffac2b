// The venue has one address for every question, and so has its sample.
export { default } from '../../hyperliquid-perps/samples/sample.ts'

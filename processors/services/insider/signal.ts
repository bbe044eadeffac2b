// The insiders' formula, which other answers stand on too.
export { computeInsider, computeRatios, type Filing, labels, tradesOf, withoutAmended } from '../../formula/insider.ts'

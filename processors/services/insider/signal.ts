// The insiders' formula, which other answers stand on too.
export { judge, labels, marketValue, type Told, tell, tradesOf, zOfNet } from '../../formula/insider.ts'

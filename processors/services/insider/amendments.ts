// How amendments are taken in, which other answers stand on too.
export { type Filing, type Reported, reportedTrades, type Trade } from '../../formula/insider-amendments.ts'

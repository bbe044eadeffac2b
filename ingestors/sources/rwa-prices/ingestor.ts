// Polls the prices of tokenised treasuries and gold.
import { tokenPriceSource } from '../../shapes/token-prices.ts'
import { rwaContracts, rwaPrices } from './topic.ts'

export const rwaNames = Object.fromEntries(Object.entries(rwaContracts).map(([at, symbol]) => [`ethereum:${at}`, symbol]))

export default tokenPriceSource('rwa-prices', rwaPrices, '3-59/10 * * * *', rwaNames)

// Polls the prices of staked coins.
import { tokenPriceSource } from '../../shapes/token-prices.ts'
import { lstPrices, stakedTokens } from './topic.ts'

export default tokenPriceSource('lst-prices', lstPrices, '*/10 * * * *', stakedTokens)

// Written by us in DEX Screener's shape; two of its tokens trend as well.
import { defineSample } from '../../../define.ts'

export default defineSample({
  answer(url) {
    if (url.hostname !== 'api.dexscreener.com' || !url.pathname.startsWith('/token-boosts/')) return null
    const tokens = [1, 6, 900].map((n) => ({
      url: 'https://dexscreener.com/',
      chainId: n === 1 ? 'ethereum' : 'solana',
      tokenAddress: `0x${n.toString(16).padStart(40, '0')}`,
      amount: 50,
      totalAmount: 500,
    }))
    return { type: 'application/json', body: JSON.stringify(tokens) }
  },
})

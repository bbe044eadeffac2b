// Written by us in the vendor's documented shape; the counts are made up.
import { defineSample } from '../../../define.ts'

export default defineSample({
  answer(url, now) {
    const symbol = url.searchParams.get('symbol')
    if (url.hostname !== 'finnhub.io' || url.pathname !== '/api/v1/stock/recommendation') return null
    const months = symbol === 'AAPL' ? [0, 1, 2, 3] : []
    const rows = months.map((back) => ({
      buy: 22 + back,
      hold: 15 - back,
      period: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10),
      sell: 2,
      strongBuy: 13 - back,
      strongSell: 0,
      symbol,
    }))
    return { type: 'application/json', body: JSON.stringify(rows) }
  },
})

// Written by us in the shape of /protocol/steth/apr/sma: eight reports, a day and some seconds apart.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'eth-api.lido.fi') return null
    const today = dayNumber(now)
    const aprs = Array.from({ length: 8 }, (_, i) => ({
      timeUnix: (today - 8 + i) * 86_400 + 44_519 + i,
      apr: Number(level('lido-apr', today - 8 + i, 2.6, 0.4).toFixed(3)),
    }))
    const smaApr = aprs.reduce((sum, { apr }) => sum + apr, 0) / aprs.length
    const meta = { symbol: 'stETH', address: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', chainId: 1 }
    return { type: 'application/json', body: JSON.stringify({ data: { aprs, smaApr }, meta }) }
  },
})

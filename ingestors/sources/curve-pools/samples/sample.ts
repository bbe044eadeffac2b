// Written by us in the shape of getPools: balances in text, decimals as text or number, a metapool, a pool of ether, a coin without a price.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'
import { samplePrice } from '../../defillama-stables/samples/prices.ts'

const pools = [
  ['3pool', 170e6, ['DAI', 0.3, '18'], ['USDC', 0.36, '6'], ['USDT', 0.34, '6']],
  ['PYUSD/USDC', 22e6, ['PYUSD', 0.46, '6'], ['USDC', 0.54, 6]],
  ['USDe/USDC', 31e6, ['USDe', 0.52, 18], ['USDC', 0.48, '6']],
  ['SAD/3Crv', 6e6, ['SAD', 0.78, '18'], ['3Crv', 0.22, '18']],
  ['ETH/stETH', 90e6, ['ETH', 0.5, '18'], ['stETH', 0.5, '18']],
  ['UNPR/USDC', 3e6, ['UNPR', 0.5, '18'], ['USDC', 0.5, '6']],
  ['Small', 20_000, ['DAI', 0.5, '18'], ['USDC', 0.5, '6']],
] as const

function priceOf(symbol: string, now: Date): number | null {
  if (symbol === 'UNPR') return null
  if (symbol === '3Crv') return 1.04
  return symbol === 'ETH' || symbol === 'stETH' ? 3_100 : samplePrice(symbol, now)
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.curve.finance') return null
    if (url.pathname !== '/v1/getPools/big/ethereum')
      return { status: 404, type: 'application/json', body: '{"success":false,"err":"Not found"}' }
    const poolData = pools.map(([name, usd, ...coins], i) => {
      const tilt = 0.04 * level(`curve/${name}`, (now.getTime() / 86_400_000) * 20, 0, 1)
      const address = `0x${String(i + 1).padStart(40, 'c')}`
      return {
        id: String(i),
        address: i === 0 ? '0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7' : address,
        name: `Curve.fi ${name}`,
        assetTypeName: name.includes('ETH') ? 'eth' : 'usd',
        virtualPrice: '1025357684572733513',
        amplificationCoefficient: '2000',
        isMetaPool: name.includes('3Crv'),
        coins: coins.map(([symbol, share, decimals], place) => {
          const held = usd * (share + (place === 0 ? tilt : -tilt / (coins.length - 1)))
          const balance = Math.round((held / (priceOf(symbol, now) ?? 1)) * 1e6)
          return {
            address: `0x${String(place + 1).padStart(40, 'a')}`,
            usdPrice: priceOf(symbol, now),
            decimals,
            isBasePoolLpToken: symbol === '3Crv',
            symbol,
            poolBalance: `${balance}${'0'.repeat(Number(decimals) - 6)}`,
          }
        }),
        usdTotal: usd,
        usdTotalExcludingBasePool: usd,
        gaugeCrvApy: [0.7, 1.7],
        isBroken: false,
        creationTs: 1_599_414_978,
      }
    })
    return { type: 'application/json', body: JSON.stringify({ success: true, data: { poolData }, generatedTimeMs: 1 }) }
  },
})

// Written by us in the venue's shape: names and contexts in two lists, numbers as text, kPEPE for a thousand, a delisted coin, a null.
import { defineSample } from '../../../define.ts'
import { type SampleCoin, sampleCoinNames, sampleMarket } from '../../../samples/perp.ts'
import { accountAnswers } from '../../hyperliquid-account/samples/answers.ts'

const hourMs = 3_600_000
const mostRows = 500

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.hyperliquid.xyz') return null
    const body = answers[url.searchParams.get('type') ?? '']?.(url, now)
    if (body === undefined)
      return { status: 422, type: 'text/plain', body: 'Failed to deserialize the JSON body into the target type' }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})

const answers: Record<string, (url: URL, now: Date) => unknown> = {
  ...accountAnswers,
  metaAndAssetCtxs: (_url, now) => [
    {
      universe: [
        ...sampleCoinNames.map((coin) => ({ szDecimals: 2, name: nameOf(coin), maxLeverage: 20, marginTableId: 20 })),
        { szDecimals: 1, name: 'MATIC', maxLeverage: 20, marginTableId: 20, isDelisted: true },
      ],
      marginTables: [],
      collateralToken: 0,
    },
    [...sampleCoinNames.map((coin) => context(coin, now)), delisted],
  ],
  predictedFundings: (_url, now) =>
    sampleCoinNames.map((coin) => {
      const { hourlyRate } = sampleMarket(coin, now)
      const eight = nextEightHours(now)
      const binance = {
        fundingRate: (hourlyRate * 8 * 0.9 + 0.00001).toFixed(8),
        nextFundingTime: eight,
        fundingIntervalHours: 8,
      }
      const hourly = { fundingRate: hourlyRate.toFixed(10), nextFundingTime: nextHourMs(now), fundingIntervalHours: 1 }
      const bybit = { fundingRate: (hourlyRate * 8 * 1.1).toFixed(8), nextFundingTime: eight, fundingIntervalHours: 8 }
      return [
        nameOf(coin),
        [
          ['BinPerp', coin === 'HYPE' ? null : binance],
          ['HlPerp', hourly],
          ['BybitPerp', bybit],
        ],
      ]
    }),
  perpsAtOpenInterestCap: () => ['kPEPE', 'xyz:ARB', 'AVAX'],
  fundingHistory(url, now) {
    const name = url.searchParams.get('coin') ?? ''
    const coin = sampleCoinNames.find((candidate) => nameOf(candidate) === name)
    if (coin === undefined) return undefined
    const first = Math.ceil(Number(url.searchParams.get('startTime')) / hourMs) * hourMs
    const times = Array.from({ length: mostRows }, (_, i) => first + i * hourMs).filter((time) => time <= now.getTime())
    return times.map((time) => {
      const { hourlyRate, premium } = sampleMarket(coin, new Date(time))
      // The venue's own times are some milliseconds past the hour.
      return { coin: name, fundingRate: hourlyRate.toFixed(10), premium: premium.toFixed(10), time: time + 12 }
    })
  },
}

const nameOf = (coin: SampleCoin): string => (coin === 'PEPE' ? 'kPEPE' : coin)
const nextHourMs = (now: Date): number => (Math.floor(now.getTime() / hourMs) + 1) * hourMs
const nextEightHours = (now: Date): number => (Math.floor(now.getTime() / (8 * hourMs)) + 1) * 8 * hourMs

const delisted = {
  funding: '0.0',
  openInterest: '0.0',
  prevDayPx: '0.37621',
  dayNtlVlm: '0.0',
  premium: null,
  oraclePx: '0.3754',
  markPx: '0.37621',
  midPx: null,
  impactPxs: null,
  dayBaseVlm: '0.0',
}

function context(coin: SampleCoin, now: Date) {
  const units = coin === 'PEPE' ? 1_000 : 1
  const { price, coins, premium, hourlyRate } = sampleMarket(coin, now)
  const before = sampleMarket(coin, new Date(now.getTime() - 24 * hourMs))
  return {
    funding: hourlyRate.toFixed(10),
    openInterest: String(coins / units),
    prevDayPx: String(before.price * units),
    dayNtlVlm: String(coins * price * 0.8),
    premium: premium.toFixed(10),
    oraclePx: String(price * units),
    markPx: String(price * units * (1 + premium)),
    midPx: String(price * units * (1 + premium)),
    impactPxs: [String(price * units * 0.9999), String(price * units * 1.0001)],
    dayBaseVlm: String((coins / units) * 0.8),
  }
}

// Written by us in the venue's shapes: an account with a position, a few fills that closed something, and funding paid by the hour.
const dayMs = 86_400_000

export const accountAnswers: Record<string, (url: URL, now: Date) => unknown> = {
  clearinghouseState: () => ({
    marginSummary: { accountValue: '51250.5', totalNtlPos: '34000.0', totalRawUsd: '17250.5', totalMarginUsed: '6800.0' },
    crossMarginSummary: { accountValue: '51250.5', totalNtlPos: '34000.0', totalRawUsd: '17250.5', totalMarginUsed: '6800.0' },
    withdrawable: '44450.5',
    assetPositions: [
      {
        type: 'oneWay',
        position: {
          coin: 'ETH',
          szi: '10.0',
          leverage: { type: 'cross', value: 5 },
          entryPx: '3350.0',
          positionValue: '34000.0',
          unrealizedPnl: '500.0',
          returnOnEquity: '0.07',
          liquidationPx: '1700.0',
          marginUsed: '6800.0',
          maxLeverage: 25,
          cumFunding: { allTime: '40.0', sinceOpen: '4.0', sinceChange: '0.0' },
        },
      },
    ],
    time: 1_790_000_000_000,
  }),
  userFillsByTime: (_url, now) =>
    [
      [20, 'BTC', '0.0'],
      [15, 'BTC', '900.0'],
      [9, 'SOL', '-250.0'],
      [3, 'ETH', '0.0'],
    ].map(([daysAgo, coin, closedPnl], i) => ({
      coin,
      px: '3350.0',
      sz: '10.0',
      side: i % 2 === 0 ? 'B' : 'A',
      time: Math.floor(now.getTime() / dayMs) * dayMs - Number(daysAgo) * dayMs,
      startPosition: '0.0',
      dir: closedPnl === '0.0' ? 'Open Long' : 'Close Long',
      closedPnl,
      hash: `0x${String(i).padStart(64, '0')}`,
      oid: 1_000 + i,
      crossed: true,
      fee: '11.7',
      tid: 7_000 + i,
      feeToken: 'USDC',
    })),
  userFunding: (_url, now) =>
    [12, 6, 1].map((daysAgo) => ({
      time: Math.floor(now.getTime() / dayMs) * dayMs - daysAgo * dayMs,
      hash: `0x${'0'.repeat(64)}`,
      delta: { type: 'funding', coin: 'ETH', usdc: '-3.5', szi: '10.0', fundingRate: '0.0000125', nSamples: null },
    })),
}

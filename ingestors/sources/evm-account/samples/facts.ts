// Written by us: a wallet that bought, sold, was paid by x402 and paid with it, and owns an agent two others judged.
const asked = 'any:0x1111111111111111111111111111111111111111'
const dollar = `0x${'d0'.repeat(20)}`
const token = `0x${'a7'.repeat(20)}`
const pool = `0x${'9c'.repeat(20)}`
const payer = `0x${'5e'.repeat(20)}`
const hour = 3_600_000

export default (now: Date) => {
  const at = (hoursAgo: number) => new Date(Math.floor(now.getTime() / hour) * hour - hoursAgo * hour).toISOString()
  const tx = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
  let index = 0
  const move = (n: number, hoursAgo: number, of: string, out: boolean, other: string, units: bigint) => ({
    tx: tx(n),
    block: 1_000_000 - hoursAgo,
    index: index++,
    at: at(hoursAgo),
    token: of,
    out,
    other,
    units: units.toString(),
  })
  return [
    {
      asked,
      read_at: now.toISOString(),
      chain_id: 8453,
      address: asked.slice(4),
      inferred: true,
      also_on: [],
      block: { number: 1_000_000, hash: tx(1), time: now.toISOString() },
      kind: 'eoa',
      nonce: 212,
      native_units: '250000000000000000',
      from_block: 0,
      from_time: at(20_000),
      is_cut: false,
      sanctioned: false,
      tokens: [
        { token: dollar, symbol: 'USDC', decimals: 6, units: '4100000000', is_dollar: true, price_usd: 1 },
        { token, symbol: 'SMPL', decimals: 18, units: (600n * 10n ** 18n).toString(), is_dollar: false, price_usd: 2.5 },
      ],
      transfers: [
        move(10, 9_000, dollar, false, payer, 5_000_000_000n),
        move(11, 600, dollar, true, pool, 1_000_000_000n),
        move(11, 600, token, false, pool, 1_000n * 10n ** 18n),
        move(12, 200, token, true, pool, 400n * 10n ** 18n),
        move(12, 200, dollar, false, pool, 900_000_000n),
        move(13, 48, dollar, true, payer, 100_000_000n),
        move(14, 24, dollar, false, payer, 50_000n),
      ],
      paid_by_x402: [tx(13)],
      got_by_x402: [tx(14)],
      hyperliquid: false,
      agents: [
        {
          id: '22',
          uri: 'https://agent.example/registration.json',
          wallet: null,
          clients: 2,
          feedback: 3,
          mean: 90,
          registered_at: at(4_000),
        },
      ],
    },
  ]
}

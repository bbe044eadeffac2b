// Written by us: a launch that three wallets took a fifth of in its first block, in one transaction, two of them paid by one before, and a later buyer.
const asked = 'any:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const account = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const units = (whole: number) => (BigInt(whole) * 10n ** 18n).toString()

export default (now: Date) => [
  {
    asked,
    read_at: now.toISOString(),
    chain_id: 8453,
    address: asked.slice(4).toLowerCase(),
    inferred: true,
    also_on: [],
    block: { number: 9_000, hash: hash(9_000), time: now.toISOString() },
    token: { name: 'Sample launch', symbol: 'SMPL', decimals: 18, supply: units(1_000_000) },
    deployer: account(0xd),
    launch: { block: 1_000, time: new Date(now.getTime() - 86_400_000).toISOString(), pool: account(0x9), dex: 'uniswap-v3' },
    read_blocks: 600,
    buys: [
      { tx: hash(1), block: 1_000, index: 1, to: account(0xa1), units: units(70_000) },
      { tx: hash(1), block: 1_000, index: 2, to: account(0xa2), units: units(70_000) },
      { tx: hash(1), block: 1_000, index: 3, to: account(0xa3), units: units(70_000) },
      { tx: hash(2), block: 1_100, index: 9, to: account(0xb1), units: units(5_000) },
    ],
    given: [],
    funders: { from_block: 0, payments: [0xa1, 0xa2].map((n) => ({ account: account(n), by: account(0xf1) })) },
    buyers: [
      { account: account(0xa1), sent: 1, held_units: units(70_000), is_contract: false },
      { account: account(0xa2), sent: 2, held_units: units(70_000), is_contract: false },
      { account: account(0xa3), sent: 1, held_units: '0', is_contract: false },
      { account: account(0xb1), sent: 900, held_units: units(5_000), is_contract: false },
    ],
  },
]

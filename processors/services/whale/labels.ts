// Whose some accounts are: hot wallets of exchanges and vaults of bridges, as public label lists agree on them. Whoever is not here is unknown.
export type PartyKind = 'exchange' | 'bridge'

export interface Party {
  readonly label: string
  readonly kind: PartyKind
}

/** Where lists contradict each other (one says Bybit, another Huobi) the account is left out. */
const exchanges: Readonly<Record<string, readonly string[]>> = {
  Binance: [
    '0x28c6c06298d514db089934071355e5743bf21d60',
    '0x21a31ee1afc51d94c2efccaa2092ad1028285549',
    '0xdfd5293d8e347dfe59e90efd55b2956a1343963d',
    '0x56eddb7aa87536c09ccc2793473599fd21a8b17f',
    '0x9696f59e4d72e237be84ffd425dcad154bf96976',
    '0xbe0eb53f46cd790cd13851d5eff43d12404d33e8',
    '0xf977814e90da44bfa03b6295a0616a897441acec',
    '0xb38e8c17e38363af6ebdcb3dae12e0243582891d',
  ],
  Coinbase: [
    '0x71660c4005ba85c37ccec55d0c4493e66fe775d3',
    '0x503828976d22510aad0201ac7ec88293211d23da',
    '0xddfabcdc4d8ffc6d5beaf154f18b778f892a0740',
    '0x3cd751e6b0078be393132286c442345e5dc49699',
    '0xb5d85cbf7cb3ee0d56b3bb207d5fc4b82f43f511',
    '0xeb2629a2734e272bcc07bda959863f316f4bd4cf',
    '0xa9d1e08c7793af67e9d92fe308d5697fb81d3e43',
  ],
  Kraken: ['0x2910543af39aba0cd09dbb2d50200b3e800a63d2', '0x0a869d79a7052c7f1b55a8ebabbea3420f0d1e13'],
  OKX: ['0x6cc5f688a315f3dc28a7781717a9a798a59fda7b', '0x236f9f97e0e62388479bf9e5ba4889e46b0273c3'],
  'Gate.io': ['0x0d0707963952f2fba59dd06f2b425ace40b492fe'],
  KuCoin: ['0x2b5634c42055806a59e9107ed44d43c426e58258'],
}

/** Of a chain: the same address on another may be anybody's. */
const bridges: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: {
    '0x3154cf16ccdb4c6d922629664174b904d80f2c35': 'Base bridge',
    '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1': 'Optimism bridge',
    '0xa3a7b6f88361f48403514059f1f16c8e78d60eec': 'Arbitrum bridge',
    '0x40ec5b33f54e0e8a33a975908c5ba1c14e5bbbdf': 'Polygon bridge',
  },
}

const byAddress = new Map(Object.entries(exchanges).flatMap(([label, all]) => all.map((one) => [one, label] as const)))

export function partyOf(chainId: number, address: string): Party | null {
  // A key of an exchange is the same on every EVM chain.
  const exchange = byAddress.get(address)
  if (exchange !== undefined) return { label: exchange, kind: 'exchange' }
  const bridge = bridges[chainId]?.[address]
  return bridge === undefined ? null : { label: bridge, kind: 'bridge' }
}

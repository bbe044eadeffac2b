// What a reading of the dollar the documents show looks like: written by us, for tests and for looking at an answer without a chain.
const asked = 'any:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const digits = (pair: string, bytes: number): string => `0x${pair.repeat(bytes)}`
const safe = (address: string) => ({
  address,
  kind: 'multisig',
  via: [],
  threshold: 3,
  owners: 5,
  delay_seconds: null,
})
const power = (power: string, selector: string, signature: string, guard = 'restricted') => ({
  power,
  selector,
  signature,
  guard,
  proven: false,
})
const fn = (selector: string, signature: string | null, args: string, mutability = 'nonpayable') => ({
  selector,
  signature,
  arguments: args,
  mutability,
})

const implementation = digits('2c', 20)
const admin = digits('4d', 20)

export const sampleContract = {
  kind: 'contract',
  delegate: null,
  code: { bytes: 1_852, hash: digits('a1', 32), delegates: true },
  proxy: {
    kind: 'zeppelinos',
    implementation,
    beacon: null,
    admin,
    implementation_code: { bytes: 22_110, hash: digits('b2', 32), delegates: false },
    authority: safe(admin),
  },
  owner: safe(digits('3a', 20)),
  standards: ['erc20', 'erc2612', 'erc3009', 'ownable'],
  powers: [
    power('upgrade', '0x3659cfe6', 'upgradeTo(address)', 'admin'),
    power('mint', '0x40c10f19', 'mint(address,uint256)'),
    power('pause', '0x8456cb59', 'pause()'),
    power('blacklist', '0xf9f92be4', 'blacklist(address)'),
    power('ownership', '0xf2fde38b', 'transferOwnership(address)', 'owner'),
  ],
  paused: false,
} as const

export const sampleFunctions = [
  fn('0x3659cfe6', 'upgradeTo(address)', 'address'),
  fn('0x06fdde03', 'name()', '', 'view'),
  fn('0xa9059cbb', 'transfer(address,uint256)', 'address,uint256'),
  fn('0x40c10f19', 'mint(address,uint256)', 'address,uint256'),
  fn('0xad38bf22', null, 'address'),
]

export const samplePlace = (now: Date) => ({
  asked,
  read_at: now.toISOString(),
  chain_id: 8453,
  address: asked.slice(4).toLowerCase(),
  inferred: true,
  also_on: [],
  block: { number: 38_412_907, hash: digits('c3', 32), time: new Date(now.getTime() - 2_000).toISOString() },
})

export const sampleDeployment = {
  block: 2_797_221,
  time: '2023-08-17T21:22:29.000Z',
  transaction: digits('7a', 32),
  deployer: digits('5e', 20),
  deployer_transactions: 24,
}

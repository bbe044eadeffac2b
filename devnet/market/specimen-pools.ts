// Gives the specimens a market: a pool against the demo's dollar each, of other sizes, its shares held by nobody or by the owner.

import { type Address, parseAbi, parseEther, parseUnits } from 'viem'
import type { Artifacts } from '../contracts/artifacts.ts'
import { usdTokenAddress } from '../faucet.ts'
import type { Contract } from '../lending/call-data.ts'
import type { Chain } from '../lending/chain.ts'
import { council, shownAddress } from '../shown-contract.ts'
import type { Specimen } from './specimen.ts'

interface PoolSpec {
  readonly kind: Specimen['kind']
  readonly tokens: number
  readonly usd: number
  /** Its shares are sent where nobody can take them back. */
  readonly isLocked: boolean
  /** The token has to be told which its pool is. */
  readonly isTold?: true
}

const burnt: Address = '0x000000000000000000000000000000000000dEaD'
const mintable = parseAbi(['function mint(address to, uint256 value)'])
const usd: Contract = { address: usdTokenAddress, abi: mintable }
// A dollar against a dollar: what the documents' examples name.
const shownUsd = 2_000_000
const pools: readonly PoolSpec[] = [
  { kind: 'plain', tokens: 600_000, usd: 900_000, isLocked: true },
  { kind: 'owner-minted', tokens: 100_000, usd: 40_000, isLocked: false },
  { kind: 'honeypot', tokens: 500_000, usd: 25_000, isLocked: false, isTold: true },
  { kind: 'proxy', tokens: 200_000, usd: 300_000, isLocked: false },
  { kind: 'taxed', tokens: 400_000, usd: 60_000, isLocked: false, isTold: true },
]
// A holder or two besides the pool and the owner.
const holders: readonly Address[] = [0xa1, 0xb2, 0xc3].map((n) => `0x${n.toString(16).padStart(40, '5')}` as Address)
const held = 20_000

export async function openSpecimenPools(
  chain: Chain,
  own: Artifacts,
  factory: Contract,
  owner: Address,
  contractOf: (kind: Specimen['kind']) => Contract,
): Promise<void> {
  for (const { kind, tokens, usd: dollars, isLocked, isTold } of pools) {
    const token = contractOf(kind)
    const pool = await createPool(chain, own, factory, token, owner)
    if (isTold) await chain.send(token, 'setPool', [pool.address], owner)
    await chain.send(token, 'transfer', [pool.address, parseEther(String(tokens))], owner)
    await fill(chain, pool, dollars, isLocked ? burnt : owner, owner)
    for (const holder of holders) await chain.send(token, 'transfer', [holder, parseEther(String(held))], owner)
  }
  const shown: Contract = { address: shownAddress, abi: mintable }
  // Only the demo's own chain has it, and lets its owner be impersonated.
  if ((await chain.request('eth_getCode', shown.address, 'latest')) === '0x') return
  const pool = await createPool(chain, own, factory, shown, owner)
  await chain.request('anvil_impersonateAccount', council)
  await chain.send(shown, 'mint', [pool.address, parseUnits(String(shownUsd), 6)], council)
  await fill(chain, pool, shownUsd, burnt, owner)
}

async function createPool(chain: Chain, own: Artifacts, factory: Contract, token: Contract, owner: Address): Promise<Contract> {
  await chain.send(factory, 'createPair', [token.address, usd.address], owner)
  const address = await chain.read<Address>(factory, 'getPair', [token.address, usd.address])
  return { address, abi: own.SpecimenPool!.abi }
}

async function fill(chain: Chain, pool: Contract, dollars: number, sharesTo: Address, owner: Address): Promise<void> {
  await chain.send(usd, 'mint', [pool.address, parseUnits(String(dollars), 6)], owner)
  await chain.send(pool, 'mint', [sharesTo], owner)
}

// Gives the specimens a market: a pool against the demo's dollar each, of other sizes, its shares held by nobody or by the owner.
import { type Address, parseAbi, parseEther, parseUnits } from 'viem'
import type { Artifacts } from '../contracts/artifacts.ts'
import { usdTokenAddress } from '../faucet.ts'
import type { Chain, Contract } from '../lending/chain.ts'
import type { Specimen } from './specimens.ts'

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
const usd: Contract = { address: usdTokenAddress, abi: parseAbi(['function mint(address to, uint256 value)']) }
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
    await chain.send(factory, 'createPair', [token.address, usd.address], owner)
    const pool: Contract = {
      address: await chain.read<Address>(factory, 'getPair', [token.address, usd.address]),
      abi: own.SpecimenPool!.abi,
    }
    if (isTold) await chain.send(token, 'setPool', [pool.address], owner)
    await chain.send(token, 'transfer', [pool.address, parseEther(String(tokens))], owner)
    await chain.send(usd, 'mint', [pool.address, parseUnits(String(dollars), 6)], owner)
    await chain.send(pool, 'mint', [isLocked ? burnt : owner], owner)
    for (const holder of holders) await chain.send(token, 'transfer', [holder, parseEther(String(held))], owner)
  }
}

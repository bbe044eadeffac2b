// Follows Euler v2 on a chain: every account that owes a vault of the list its governance keeps, and the vaults with what they take.
import type { Hex } from 'viem'
import type { Subject } from '../../../db/chains/subjects.ts'
import { type Draft, defineFollower, type ReadContext } from '../../chains/follower.ts'
import { controllerSet, events } from './contracts.ts'
import { readPositions } from './positions.ts'
import { eulerPositions, eulerVaults, totalsAgree } from './topic.ts'
import { keyOf, touchEuler } from './touch.ts'
import { createVaultReader, type ListedVaults, scaled, type VaultReader } from './vaults.ts'

const refreshBlocks = 300
const none: ReadonlySet<Hex> = new Set()

export default defineFollower({
  source: 'euler-v2',
  proof: 'documented',
  topics: [eulerPositions, eulerVaults],
  open({ chain_id: chainId, euler_v2: deployed }) {
    if (deployed === undefined) return null
    const connector = deployed.connector as Hex
    const reader = createVaultReader(deployed.perspective as Hex)
    return {
      scan: {
        filter: { addresses: [connector], events: [controllerSet] },
        firstBlock: deployed.first_block,
        touch: (logs) => touchEuler(chainId, none, logs),
      },
      leastSecondsBetween: 0,
      refreshBlocks,
      completeness: eulerVaults,
      differences: (vaults) =>
        Object.fromEntries(
          vaults.flatMap(({ vault, lends }) =>
            lends === null || totalsAgree(lends)
              ? []
              : [[vault, String(BigInt(lends.scaled_total) - BigInt(lends.scaled_tracked))]],
          ),
        ),
      async prepare(at) {
        const listed = await reader.list(at)
        return {
          filter: { addresses: [connector, ...listed.all], events },
          touch: (logs) => touchEuler(chainId, listed.all, logs),
          read: (context) => readChanges(context, chainId, connector, reader, listed),
        }
      },
    }
  },
})

async function readChanges(
  context: ReadContext,
  chainId: number,
  connector: Hex,
  reader: VaultReader,
  listed: ListedVaults,
): Promise<Draft[]> {
  const { at, refresh } = context
  const accounts = context.wanted.filter((one) => one.topic === eulerPositions.name)
  const positions = await readPositions(at, connector, listed.takes, accounts.map(nameIn))
  const changes = new Map<Hex, bigint>()
  const count = (position: Owing | null, sign: bigint) => {
    if (position === null) return
    const vault = position.vault as Hex
    const own = scaled(BigInt(position.owed), BigInt(position.accumulator))
    changes.set(vault, (changes.get(vault) ?? 0n) + sign * own)
  }
  accounts.forEach(({ content }, i) => {
    count(content === null ? null : JSON.parse(content), -1n)
    count(positions[i]!, 1n)
  })
  const known = refresh ? await context.contents('euler-v2', eulerVaults) : []
  const touched = context.wanted.filter((one) => one.topic === eulerVaults.name).map(nameIn)
  const vaults = new Set([...touched, ...changes.keys(), ...(refresh ? listed.all : []), ...known.map((one) => one.vault as Hex)])
  const drafts = accounts.map((subject, i): Draft => ({ topic: eulerPositions, key: subject.key, content: positions[i]! }))
  return [
    ...drafts,
    ...(await listLeft(context, chainId, listed, known)),
    ...(await readVaults(context, chainId, reader, listed, [...vaults], changes)),
  ]
}

// Whoever owes a lender that has left the list is no longer followed.
async function listLeft(
  context: ReadContext,
  chainId: number,
  listed: ListedVaults,
  known: readonly Record<string, any>[],
): Promise<Draft[]> {
  const left = new Set(known.filter(({ vault, lends }) => lends !== null && !listed.takes.has(vault)).map(({ vault }) => vault))
  if (left.size === 0) return []
  const asked = new Set(context.wanted.map((one) => one.key))
  const positions = await context.contents('euler-v2', eulerPositions)
  return positions
    .filter(({ vault, account }) => left.has(vault) && !asked.has(keyOf(chainId, account)))
    .map(({ account }) => ({ topic: eulerPositions, key: keyOf(chainId, account), content: null }))
}

// The sum over all borrowers lies in the vault's own last fact, which is written together with theirs.
async function readVaults(
  context: ReadContext,
  chainId: number,
  reader: VaultReader,
  listed: ListedVaults,
  vaults: readonly Hex[],
  changes: ReadonlyMap<Hex, bigint>,
): Promise<Draft[]> {
  const keys = vaults.map((vault) => keyOf(chainId, vault))
  const known = await context.known(eulerVaults, keys)
  const trackedBefore = (vault: Hex): bigint => {
    const content = known.get(keyOf(chainId, vault))?.content
    return content == null ? 0n : BigInt(JSON.parse(content).lends?.scaled_tracked ?? 0)
  }
  // What has left the list is no longer there.
  const there = vaults.filter((vault) => listed.all.has(vault))
  const contents = await reader.read(context.at, listed, there, (vault) => trackedBefore(vault) + (changes.get(vault) ?? 0n))
  const byVault = new Map(there.map((vault, i) => [vault, contents[i]!]))
  return vaults.map((vault, i) => ({ topic: eulerVaults, key: keys[i]!, content: byVault.get(vault) ?? null }))
}

type Owing = { readonly vault: string; readonly owed: string; readonly accumulator: string }

function nameIn(subject: Subject): Hex {
  return subject.key.split(':')[2] as Hex
}

// Follows Fluid on a chain: every position of the vaults of type 1 that its factory has made, and those vaults.
import type { Hex } from 'viem'
import type { Subject } from '../../../db/chains/subjects.ts'
import { type Draft, defineFollower, type ReadContext } from '../../chains/follower.ts'
import { events, minted } from './contracts.ts'
import { type Position, readPositions } from './positions.ts'
import { fluidPositions, fluidVaults, owedIn, totalsAgree } from './topic.ts'
import { keyOf, touchFluid, vaultNamed } from './touch.ts'
import { createVaultReader, type ListedVaults, type VaultReader } from './vaults.ts'

const refreshBlocks = 300
const none: ReadonlySet<Hex> = new Set()

export default defineFollower({
  source: 'fluid',
  proof: 'documented',
  topics: [fluidPositions, fluidVaults],
  open({ chain_id: chainId, fluid: deployed }) {
    if (deployed === undefined) return null
    const factory = deployed.factory as Hex
    const reader = createVaultReader(factory, deployed.native as Hex)
    return {
      scan: {
        filter: { addresses: [factory], events: [minted] },
        firstBlock: deployed.first_block,
        touch: (logs) => touchFluid(chainId, none, logs),
      },
      leastSecondsBetween: 0,
      refreshBlocks,
      completeness: fluidVaults,
      differences: (vaults) =>
        Object.fromEntries(
          vaults.flatMap((fact) => {
            const { vault, positions, positions_tracked: tracked, borrow_tracked: owed } = fact
            if (totalsAgree(fact as never)) return []
            return [[vault, `${positions - tracked} positions, ${owedIn(fact as never) - BigInt(owed)} raw`]]
          }),
        ),
      async prepare(at) {
        const listed = await reader.list(at)
        return {
          filter: { addresses: [factory, ...listed.all], events },
          touch: (logs) => touchFluid(chainId, listed.all, logs),
          read: (context) => readChanges(context, chainId, factory, reader, listed),
        }
      },
    }
  },
})

type Change = { debt: bigint; positions: number; read: number }

async function readChanges(
  context: ReadContext,
  chainId: number,
  factory: Hex,
  reader: VaultReader,
  listed: ListedVaults,
): Promise<Draft[]> {
  const { at, refresh } = context
  const subjects = await listSubjects(context, chainId)
  const positions = await readPositions(
    at,
    factory,
    listed.byNumber,
    subjects.map((one) => BigInt(nameIn(one))),
  )
  const changes = new Map<Hex, Change>()
  const count = (position: Pick<Position, 'vault' | 'debt'> | null, sign: number) => {
    if (position === null) return
    const own = changes.get(position.vault) ?? { debt: 0n, positions: 0, read: 0 }
    own.debt += BigInt(sign) * BigInt(position.debt)
    own.positions += sign
    if (sign > 0) own.read++
    changes.set(position.vault, own)
  }
  subjects.forEach(({ content }, i) => {
    count(content === null ? null : JSON.parse(content), -1)
    count(positions[i]!, 1)
  })
  const touched = context.wanted.filter((one) => one.topic === fluidVaults.name).map((one) => nameIn(one) as Hex)
  const vaults = new Set([...touched, ...changes.keys(), ...(refresh ? listed.all : [])])
  const drafts = subjects.map((subject, i): Draft => ({ topic: fluidPositions, key: subject.key, content: positions[i]! }))
  return [...drafts, ...(await readVaults(context, chainId, reader, [...vaults], changes))]
}

/** What is wanted by name, and everybody in a vault where somebody was liquidated or sums do not match; now and then, everybody. */
async function listSubjects(context: ReadContext, chainId: number): Promise<Subject[]> {
  const wanted = context.wanted.filter((one) => one.topic === fluidPositions.name)
  const named = wanted.filter((one) => vaultNamed(nameIn(one)) === null)
  const whole = new Set<string>(wanted.flatMap((one) => vaultNamed(nameIn(one)) ?? []))
  for (const { topic, content } of context.wanted) {
    const vault = topic === fluidVaults.name && content !== null ? JSON.parse(content) : null
    // Only once nobody is missed it shows what is nobody's.
    if (vault !== null && vault.positions === vault.positions_tracked && !totalsAgree(vault)) whole.add(vault.vault)
  }
  if (whole.size === 0 && !context.refresh) return named
  const seen = new Set(named.map((one) => one.key))
  const known = await context.contents('fluid', fluidPositions)
  const others = known
    .filter(({ vault }) => context.refresh || whole.has(vault))
    .map(({ position }) => keyOf(chainId, position))
    .filter((key) => !seen.has(key))
  return [...named, ...(await context.known(fluidPositions, others)).values()]
}

// The sums over all positions lie in the vault's own last fact, which is written together with theirs.
async function readVaults(
  context: ReadContext,
  chainId: number,
  reader: VaultReader,
  vaults: readonly Hex[],
  changes: ReadonlyMap<Hex, Change>,
): Promise<Draft[]> {
  const keys = vaults.map((vault) => keyOf(chainId, vault))
  const known = await context.known(fluidVaults, keys)
  const contents = await reader.read(context.at, vaults)
  return vaults.map((vault, i): Draft => {
    const content = contents[i] ?? null
    if (content === null) return { topic: fluidVaults, key: keys[i]!, content }
    const text = known.get(keys[i]!)?.content
    const before = text == null ? null : JSON.parse(text)
    const change = changes.get(vault) ?? { debt: 0n, positions: 0, read: 0 }
    const tracked = BigInt(before?.borrow_tracked ?? 0) + change.debt
    const count = (before?.positions_tracked ?? 0) + change.positions
    // Once every position was read at this block, what is left over is nobody's.
    const isWhole = change.read === content.positions && count === content.positions
    const ofNobody = isWhole ? BigInt(content.borrow_total) - BigInt(content.absorbed_debt) - tracked : null
    return {
      topic: fluidVaults,
      key: keys[i]!,
      content: {
        ...content,
        positions_tracked: count,
        borrow_tracked: String(tracked),
        borrow_of_nobody: String(ofNobody ?? before?.borrow_of_nobody ?? 0),
      },
    }
  })
}

function nameIn(subject: Subject): string {
  return subject.key.split(':')[2]!
}

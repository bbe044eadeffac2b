// Finds whether a contract runs another one's code, which one, and who may change that, by the slots and codes of the known patterns.
import type { Hex } from 'viem'
import { view } from '../chains/pinned.ts'
import { cloneTarget, codeOf, minimalTarget } from './bytecode.ts'
import type { PinnedChain } from './pinned-chain.ts'
import type { ProxyKind } from './words.ts'

export interface ProxyOf {
  readonly kind: ProxyKind
  readonly implementation: Hex | null
  readonly beacon: Hex | null
  /** Who may change the implementation, where the pattern keeps one; a zero is nobody. */
  readonly admin: Hex | null
}

export const slots = {
  // keccak256('eip1967.proxy.implementation') - 1, and so on (EIP-1967).
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  // keccak256('PROXIABLE') (EIP-1822).
  proxiable: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  // keccak256('org.zeppelinos.proxy.implementation') and '.admin': the dollars of Circle are such.
  zeppelinImplementation: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  zeppelinAdmin: '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
} as const satisfies Record<string, Hex>

const none: ProxyOf = { kind: 'none', implementation: null, beacon: null, admin: null }
const zero = `0x${'0'.repeat(40)}`
const implementationOf = view<Hex>('function implementation() view returns (address)')
const ownerOf = view<Hex>('function owner() view returns (address)')
const adminOf = view<Hex>('function admin() view returns (address)')
// Compound's, and the many that copied it.
const comptroller = view<Hex>('function comptrollerImplementation() view returns (address)')
const masterCopy = view<Hex>('function masterCopy() view returns (address)')
const facets = view<readonly { facetAddress: Hex }[]>('function facets() view returns (Facet[])', [
  'struct Facet { address facetAddress; bytes4[] functionSelectors; }',
])
const safeCode = 0x400

export async function findProxy(chain: PinnedChain, address: Hex, code: Hex): Promise<ProxyOf> {
  const minimal = minimalTarget(code)
  if (minimal !== null) return { ...none, kind: 'eip1167', implementation: minimal }
  const cloned = cloneTarget(code)
  if (cloned !== null) return { ...none, kind: 'clone', implementation: cloned }
  const [implementation, admin, beacon, proxiable, zeppelin, zeppelinAdmin] = await Promise.all(
    Object.values(slots).map(async (slot) => addressIn(await chain.slot(address, slot))),
  )
  if (implementation) return { kind: 'eip1967', implementation, beacon: null, admin: admin ?? null }
  if (beacon) {
    const [target, owner] = await chain.answer<Hex>([
      { view: implementationOf, to: beacon, args: [] },
      { view: ownerOf, to: beacon, args: [] },
    ])
    return { kind: 'eip1967_beacon', implementation: lower(target), beacon, admin: admin ?? lower(owner) }
  }
  if (proxiable) return { ...none, kind: 'eip1822', implementation: proxiable }
  if (zeppelin) return { kind: 'zeppelinos', implementation: zeppelin, beacon: null, admin: zeppelinAdmin ?? null }
  // A Safe answers its own singleton to this one question, and is too short to answer anything else itself.
  const [copy] = code.length < safeCode ? await chain.answer<Hex>([{ view: masterCopy, to: address, args: [] }]) : [null]
  if (copy) return { ...none, kind: 'safe', implementation: lower(copy) }
  const [parts] = await chain.answer([{ view: facets, to: address, args: [] }])
  const first = parts?.find(({ facetAddress }) => lower(facetAddress) !== address)
  if (first !== undefined) return { ...none, kind: 'diamond', implementation: lower(first.facetAddress) }
  return codeOf(code).delegates ? askProxy(chain, address) : none
}

/** Those that keep it where only they know, and answer when they are asked. */
async function askProxy(chain: PinnedChain, address: Hex): Promise<ProxyOf> {
  const asked = [comptroller, implementationOf, adminOf, ownerOf]
  const [unitroller, named, admin, owner] = await chain.answer<Hex>(asked.map((one) => ({ view: one, to: address, args: [] })))
  const target = [unitroller, named].map(lower).find((one) => one !== null && one !== zero && one !== address)
  if (target === undefined || target === null || (await chain.code(target)) === '0x') return none
  return {
    kind: lower(unitroller) === target ? 'unitroller' : 'named',
    implementation: target,
    beacon: null,
    admin: lower(admin ?? owner),
  }
}

/** An address in a storage word; nothing where there is a zero or something else. */
function addressIn(word: Hex): Hex | null {
  const digits = word.slice(2).padStart(64, '0')
  const address = `0x${digits.slice(24)}` as const
  return /^0{24}/.test(digits) && address !== zero ? address : null
}

const lower = (address: Hex | null | undefined): Hex | null => (address ? (address.toLowerCase() as Hex) : null)

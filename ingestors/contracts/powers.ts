// Who may use a contract's privileged functions: each is tried as a stranger, as the owner and as the proxy's administrator, on the pinned state.
import { type AbiFunction, encodeFunctionData, type Hex, hexToBigInt, parseAbiItem } from 'viem'
import type { Fn } from './bytecode.ts'
import type { PinnedChain, Tried } from './pinned-chain.ts'
import { powerOf } from './signatures.ts'
import type { Guard, Power } from './words.ts'

export interface HeldPower {
  readonly power: Power
  readonly selector: Hex
  readonly signature: string
  readonly guard: Guard
  /** Of minting: that the supply grew when it was tried. */
  readonly proven: boolean
}

export interface Callers {
  readonly owner: Hex | null
  readonly admin: Hex | null
  /** Code to upgrade to: what has none is refused for that alone. */
  readonly upgradeTo: Hex
}

// Nobody's: the beginning of the hash of a sentence.
export const stranger: Hex = '0x5b7c8d1e0a4f3962b1d80c7e6fa5934271e8d0c3'
const totalSupply: Hex = '0x18160ddd'
const mostTried = 30
// What a limit may not fall below, or a fee not rise above, differs: both ends are tried.
const amounts = [1n, 10n ** 24n]

export async function findPowers(chain: PinnedChain, to: Hex, functions: readonly Fn[], callers: Callers): Promise<HeldPower[]> {
  const known = functions.flatMap(({ selector, mutability }) => {
    const held = powerOf.get(selector)
    return held === undefined || mutability === 'view' || mutability === 'pure' ? [] : [{ selector, ...held }]
  })
  return Promise.all(known.slice(0, mostTried).map((one) => tryPower(chain, to, one, callers)))
}

type Known = Pick<HeldPower, 'power' | 'selector' | 'signature'>

async function tryPower(chain: PinnedChain, to: Hex, known: Known, callers: Callers): Promise<HeldPower> {
  const tried = amounts.map((amount) => encodeProbe(known, amount, callers))
  for (const data of new Set(tried)) {
    const held = await tryCallers(chain, to, known, callers, data)
    if (held !== null) return held
  }
  return { ...known, guard: 'restricted', proven: false }
}

/** null where nobody of them may. */
async function tryCallers(
  chain: PinnedChain,
  to: Hex,
  known: Known,
  { owner, admin }: Callers,
  data: Hex,
): Promise<HeldPower | null> {
  const who = [
    ['anyone', stranger],
    ['owner', owner],
    ['admin', admin],
  ] as const
  for (const [guard, from] of who) {
    if (from === null) continue
    const answer = await chain.call({ from, to, data }).catch(() => undefined)
    if (answer === undefined) return { ...known, guard: 'unknown', proven: false }
    if (answer !== null) return { ...known, guard, proven: known.power === 'mint' && (await grows(chain, { from, to, data })) }
  }
  return null
}

async function grows(chain: PinnedChain, mint: Tried): Promise<boolean> {
  const supply = { from: stranger, to: mint.to, data: totalSupply }
  const results = await chain.simulate([supply, mint, supply])
  if (results === null || results.some(({ ok, data }, i) => !ok || (i !== 1 && data.length < 66))) return false
  return hexToBigInt(results[2]!.data) > hexToBigInt(results[0]!.data)
}

function encodeProbe({ signature, power }: Known, amount: bigint, { upgradeTo }: Callers): Hex {
  const abi = [parseAbiItem(`function ${signature}` as 'function f()') as AbiFunction]
  const args = abi[0]!.inputs.map(({ type }) => probeOf(type, amount, power === 'upgrade' ? upgradeTo : stranger))
  return encodeFunctionData({ abi, args } as never)
}

function probeOf(type: string, amount: bigint, account: Hex): unknown {
  if (type.endsWith('[]')) return type === 'address[]' ? [account] : []
  if (type === 'address') return account
  if (type === 'bool') return true
  if (type === 'bytes32') return `0x${'0'.repeat(64)}`
  return type === 'bytes' ? '0x' : amount
}

// Everything the chain itself says about one contract at one block: its code, whose code it runs, who has power over it, and which.
import type { Hex } from 'viem'
import { TollgateError } from '../../base/errors.ts'
import { view } from '../chains/pinned.ts'
import { type Authority, isNobody, judgeAuthority } from './authority.ts'
import { type Code, codeOf, delegateOf, type Fn, functionsOf } from './bytecode.ts'
import type { PinnedChain } from './pinned-chain.ts'
import { findPowers, type HeldPower } from './powers.ts'
import { findProxy, type ProxyOf } from './proxy.ts'
import { standardsOf } from './signatures.ts'

export interface ContractReading {
  readonly kind: 'contract' | 'delegated_eoa'
  readonly delegate: Hex | null
  readonly code: Code
  readonly proxy: ProxyOf & { readonly implementation_code: Code | null; readonly authority: Authority | null }
  readonly owner: Authority | null
  readonly functions: readonly Fn[]
  readonly standards: readonly string[]
  readonly powers: readonly HeldPower[]
  readonly paused: boolean | null
}

const views = {
  owner: view<Hex>('function owner() view returns (address)'),
  getOwner: view<Hex>('function getOwner() view returns (address)'),
  paused: view<boolean>('function paused() view returns (bool)'),
}

export async function readContract(chain: PinnedChain, address: Hex): Promise<ContractReading> {
  const code = await chain.code(address)
  if (code === '0x') throw new TollgateError('key_unknown', `there is no contract at this address on chain ${chain.id}`)
  const delegate = delegateOf(code)
  const proxy = delegate === null ? await findProxy(chain, address, code) : noProxy
  const target = proxy.implementation ?? delegate
  const implementation = target === null ? '0x' : await chain.code(target)
  const [owner, getOwner, paused] = (await chain.answer<unknown>(
    Object.values(views).map((one) => ({ view: one, to: address, args: [] })),
  )) as [Hex | null, Hex | null, boolean | null]
  const owned = owner ?? getOwner
  const functions = merge(functionsOf(code), implementation === '0x' ? [] : functionsOf(implementation))
  const [authority, judged, powers] = await Promise.all([
    proxy.admin === null ? null : judgeAuthority(chain, proxy.admin),
    owned === null ? null : judgeAuthority(chain, owned),
    findPowers(chain, address, functions, {
      owner: owned === null || isNobody(owned) ? null : owned,
      admin: proxy.admin,
      upgradeTo: target ?? address,
    }),
  ])
  return {
    kind: delegate === null ? 'contract' : 'delegated_eoa',
    delegate,
    code: codeOf(code),
    proxy: { ...proxy, implementation_code: implementation === '0x' ? null : codeOf(implementation), authority },
    owner: judged,
    functions,
    standards: standardsOf(new Set(functions.map(({ selector }) => selector))),
    powers,
    paused,
  }
}

const noProxy: ProxyOf = { kind: 'none', implementation: null, beacon: null, admin: null }

/** A proxy answers some by itself, the rest with the other's code. */
function merge(own: readonly Fn[], other: readonly Fn[]): Fn[] {
  const known = new Set(own.map(({ selector }) => selector))
  return [...own, ...other.filter(({ selector }) => !known.has(selector))]
}

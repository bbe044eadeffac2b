// Resolves a target once and keeps only checked addresses: one bad address among the answers refuses the whole host.
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRules, judgeAddress } from './address.ts'
import { bareName } from './host-name.ts'
import { FetchRefusal } from './refusal.ts'
import type { Resolver } from './resolver.ts'
import type { Target } from './target.ts'

const mostAddresses = 32

export async function pinAddresses(
  target: Target,
  resolver: Resolver,
  rules: AddressRules,
  signal: AbortSignal,
): Promise<string[]> {
  if (target.literal) return [target.hostname]
  const name = bareName(target.hostname)
  if (name === 'localhost' && rules.allowLoopback) return ['127.0.0.1', '::1']
  const answers = await resolver.resolve(name, signal)
  if (answers.length === 0) throw new FetchRefusal('host_not_found')
  for (const answer of answers) {
    const verdict = judgeAddress(answer, rules)
    if (!verdict.reachable) throw new FetchRefusal('address_refused', { cause: verdict.kind })
  }
  return answers.slice(0, mostAddresses)
}

// The socket asks for the name and is given the pinned addresses, so no second look-up can happen between check and use.
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    const wanted = options.family === 4 || options.family === 6 ? all.filter((a) => a.family === options.family) : all
    const first = wanted[0]
    if (first === undefined) callback(new Error('no pinned address of that family'), '', 0)
    else if (options.all) callback(null, wanted)
    else callback(null, first.address, first.family)
  }
}

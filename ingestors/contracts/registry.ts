// What the registry of verified sources has of a contract and of the code it runs, asked in the same breath.
import type { Hex } from 'viem'
import type { ValueOf } from '../../db/log/topic.ts'
import { registryKey } from '../sources/sourcify/key.ts'
import type { verifiedSources } from '../sources/sourcify/topic.ts'
import type { Claimed } from './deployment.ts'
import type { ReadContext } from './reader.ts'

type Fact = ValueOf<typeof verifiedSources>

/** null where it did not answer. */
export async function askRegistry(
  { asked, address, chain, beside }: ReadContext,
  implementation: Hex | null,
): Promise<{ readonly fact: Fact; readonly deployment: Claimed | null } | null> {
  const addresses = implementation === null || implementation === address ? [address] : [address, implementation]
  const facts = (await beside('sourcify', registryKey({ asked, chainId: chain.id, addresses }))) as readonly Fact[] | null
  const fact = facts?.[0]
  if (fact === undefined) return null
  return { fact, deployment: (fact.contracts[0]?.deployment ?? null) as Claimed | null }
}

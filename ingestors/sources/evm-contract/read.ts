// One reading of a contract, with what the registry of verified sources has of it and of the code it runs.
import type { ValueOf } from '../../../db/log/topic.ts'
import { findDeployment } from '../../contracts/deployment.ts'
import { readContract } from '../../contracts/read-contract.ts'
import type { ReadContext } from '../../contracts/reader.ts'
import { askRegistry } from '../../contracts/registry.ts'
import type { evmContracts } from './topic.ts'

export async function read(context: ReadContext): Promise<ValueOf<typeof evmContracts>> {
  const { asked, address, chain, inferred, at } = context
  const contract = await readContract(chain, address)
  const registry = await askRegistry(context, contract.proxy.implementation ?? contract.delegate)
  return {
    asked,
    read_at: at.toISOString(),
    chain_id: chain.id,
    address,
    inferred,
    also_on: [...context.alsoOn],
    block: { number: chain.block.number, hash: chain.block.hash, time: chain.block.time.toISOString() },
    twin_of: context.codes.twinOf(contract.code.hash, { chain_id: chain.id, address }),
    contract: contract as never,
    deployment: await findDeployment(chain, address, registry?.deployment ?? null),
    registry: registry !== null,
  }
}

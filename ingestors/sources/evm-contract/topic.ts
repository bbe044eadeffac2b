// What a chain says about a contract somebody asked about, at one block.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { chainId } from '../../chains/reading.ts'
import { contractReading, deployment, maybe, place, readOnce } from '../../contracts/shapes.ts'

export const evmContracts = defineTopic({
  name: 'evm.contracts.v1',
  origin: {
    id: 'evm-contract',
    name: 'The contract itself, read from its chain',
    url: 'https://ethereum.org/developers/docs/apis/json-rpc/',
    licence: 'public chain data',
    attribution: 'the chain',
  },
  schema: Type.Object({
    ...place,
    // Not in the facts of the first releases.
    twin_of: Type.Optional(
      Type.Union([Type.Object({ chain_id: chainId, address: Type.String({ pattern: '^0x[0-9a-f]{40}$' }) }), Type.Null()], {
        description: 'a contract with the very same code that was read before by the same process',
      }),
    ),
    contract: contractReading,
    deployment: maybe(deployment),
    registry: Type.Boolean({ description: 'the registry of verified sources answered in the same breath' }),
  }),
  partitions: 4,
  retention: { days: 90 },
  ...readOnce,
})

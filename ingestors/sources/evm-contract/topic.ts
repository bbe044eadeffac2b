// What a chain says about a contract somebody asked about, at one block.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
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
    contract: contractReading,
    deployment: maybe(deployment),
    registry: Type.Boolean({ description: 'the registry of verified sources answered in the same breath' }),
  }),
  partitions: 4,
  retention: { days: 90 },
  ...readOnce,
})

// Whether the source code of a contract, and of the code it runs, was shown and compiles to what lies on the chain.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, chainId, hash } from '../../chains/reading.ts'
import { asked, maybe } from '../../contracts/shapes.ts'

const match = Type.Union([Type.Literal('exact_match'), Type.Literal('match'), Type.Null()])
const text = maybe(Type.String())

export const verifiedSources = defineTopic({
  name: 'sourcify.contracts.v1',
  origin: {
    id: 'sourcify',
    name: 'Sourcify',
    url: 'https://sourcify.dev/',
    licence: 'open data; each source under its own licence',
    attribution: 'Sourcify, the registry of verified smart contracts',
  },
  schema: Type.Object({
    asked,
    chain_id: chainId,
    read_at: Type.String({ format: 'date-time' }),
    contracts: Type.Array(
      Type.Object({
        address,
        match: Type.Union(match.anyOf, { description: 'exact: metadata and all; null: not verified' }),
        creation_match: match,
        runtime_match: match,
        verified_at: maybe(Type.String({ format: 'date-time' })),
        name: text,
        language: text,
        compiler: text,
        licence: text,
        deployment: maybe(
          Type.Object({ block: Type.Integer({ minimum: 0 }), transaction: maybe(hash), deployer: maybe(address) }),
        ),
      }),
      { minItems: 1 },
    ),
  }),
  partitions: 4,
  retention: { days: 90 },
  key: (value) => value.asked,
  observedAt: (value) => new Date(value.read_at),
})

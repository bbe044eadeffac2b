// The contract answer, field by field.
import Type from 'typebox'
import {
  address,
  alsoOn,
  authority,
  deployment,
  flags,
  match,
  maybe,
  privileged,
  proxySchema,
  readAt,
  text,
  time,
} from '../../families/address-report.ts'
import { answerSchema, signalSchema } from '../../kit/answer.ts'
import { labels } from './signal.ts'

export const verifyAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  contract: Type.Object({
    address,
    chain_id: Type.Integer(),
    kind: Type.String({ enum: ['contract', 'delegated_eoa'] }),
    delegate: maybe(address, 'whose code a delegated account runs (EIP-7702)'),
    chain_inferred: Type.Boolean({ description: 'no chain was named, and this is where the code was found' }),
    also_on: alsoOn,
    block: readAt,
  }),
  verification: Type.Object({
    match: Type.Union(match.anyOf, {
      description: 'of source and bytecode; exact: metadata and all. null: not verified, or not known',
    }),
    creation_match: match,
    runtime_match: match,
    verified_at: maybe(time),
    source: Type.String({ enum: ['sourcify', 'none', 'unknown'], description: 'unknown: the registry did not answer' }),
    name: text,
    compiler: text,
    language: text,
    license: text,
  }),
  proxy: proxySchema,
  owner: authority,
  deployment,
  interface: Type.Object({
    standards: Type.Array(Type.String()),
    functions: Type.Integer({ description: 'found in the bytecode, the implementation’s included' }),
    selectors: Type.Array(
      Type.Object({ selector: Type.String(), signature: text, arguments: Type.String(), mutability: Type.String() }),
    ),
  }),
  privileged,
  bytecode: Type.Object({
    size: Type.Integer({ description: 'bytes' }),
    hash: Type.String(),
    twin_of: Type.Union([Type.Object({ chain_id: Type.Integer(), address }), Type.Null()], {
      description: 'a contract with the very same code that somebody asked about lately; null: none was',
    }),
  }),
  flags,
})

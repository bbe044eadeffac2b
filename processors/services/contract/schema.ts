// The contract answer, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels } from './signal.ts'

const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const maybe = (schema: ReturnType<typeof Type.String>, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
const text = maybe(Type.String())
const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const match = Type.Union([Type.Literal('exact_match'), Type.Literal('match'), Type.Null()])
const time = Type.String({ format: 'date-time' })

export const authority = Type.Union([
  Type.Object({
    address,
    kind: Type.String({
      enum: ['eoa', 'multisig', 'timelock', 'contract', 'none'],
      description: 'eoa: one key; none: given up for good',
    }),
    via: Type.Array(address, { description: 'contracts in between, such as a proxy administrator this one owns' }),
    threshold: number('signatures of a multisig that must agree'),
    owners: number('signatures a multisig has'),
    delay_seconds: number('how long a timelock waits'),
  }),
  Type.Null(),
])

export const proxySchema = Type.Object({
  is_proxy: Type.Boolean(),
  kind: Type.String({ description: 'none, or the pattern it follows' }),
  implementation: maybe(address, 'whose code it runs'),
  implementation_verified: Type.Union([Type.Boolean(), Type.Null()], { description: 'null: the registry did not answer' }),
  admin: authority,
  beacon: maybe(address),
})

export const privileged = Type.Array(
  Type.Object({
    power: Type.String({ description: 'mint, pause, blacklist, fee, limit, upgrade, withdraw, burn_others, ownership or roles' }),
    selector: Type.String(),
    signature: Type.String(),
    guard: Type.String({
      enum: ['anyone', 'owner', 'admin', 'restricted', 'unknown'],
      description: 'who could call it when it was tried at this block; restricted: somebody else, or nobody now',
    }),
    proven: Type.Boolean({ description: 'of mint: the supply grew when it was tried' }),
  }),
  { description: 'known functions that give somebody power, each tried as a stranger, the owner and the administrator' },
)

export const flags = Type.Array(
  Type.Object({
    code: Type.String(),
    severity: Type.String({ enum: ['info', 'warning', 'danger'] }),
    message: Type.String(),
  }),
  { description: 'the gravest first' },
)

export const alsoOn = Type.Array(Type.Integer(), {
  description: 'other chains with code at this address, where no chain was named: name one to be sure',
})

export const readAt = Type.Object({ number: Type.Integer(), hash: Type.String(), time })

export const deployment = Type.Union(
  [
    Type.Object({
      block: Type.Integer(),
      time,
      age_days: Type.Number(),
      tx: text,
      deployer: maybe(address),
      deployer_transactions: number('sent so far; a key made for one deployment has sent a few'),
    }),
    Type.Null(),
  ],
  { description: 'null where neither the registry nor the chain’s provider could tell' },
)

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

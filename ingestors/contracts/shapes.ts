// The shapes that facts about contracts are made of.
import Type from 'typebox'
import { address, chainId, hash } from '../chains/reading.ts'
import { authorityKinds, guards, powers, proxyKinds } from './words.ts'

export const maybe = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])
const oneOf = (words: readonly string[]) => Type.String({ enum: [...words] })
const selector = Type.String({ pattern: '^0x[0-9a-f]{8}$' })
const count = Type.Integer({ minimum: 0 })
const code = Type.Object({
  bytes: count,
  hash,
  // Not in the facts of the first releases.
  delegates: Type.Optional(Type.Boolean({ description: 'it can run code that lies elsewhere' })),
})

export const authority = Type.Object({
  address,
  kind: oneOf(authorityKinds),
  via: Type.Array(address),
  threshold: maybe(count),
  owners: maybe(count),
  delay_seconds: maybe(count),
})

export const asked = Type.String({ pattern: '^(any|[1-9][0-9]{0,9}):0x[0-9a-fA-F]{40}$', description: 'as it was asked for' })

/** Where and when a contract was read. */
export const place = {
  asked,
  read_at: Type.String({ format: 'date-time' }),
  chain_id: chainId,
  address,
  inferred: Type.Boolean({ description: 'nobody said which chain' }),
  also_on: Type.Array(chainId, { description: 'other chains with code at this address, where none was said' }),
  block: Type.Object({ number: count, hash, time: Type.String({ format: 'date-time' }) }),
}

export const readOnce = {
  key: (value: { asked: string }) => value.asked,
  observedAt: (value: { read_at: string }) => new Date(value.read_at),
  revision: (value: { block: { number: number } }) => BigInt(value.block.number),
}

export const contractReading = Type.Object({
  kind: oneOf(['contract', 'delegated_eoa']),
  delegate: maybe(address),
  code,
  proxy: Type.Object({
    kind: oneOf(proxyKinds),
    implementation: maybe(address),
    beacon: maybe(address),
    admin: maybe(address),
    implementation_code: maybe(code),
    authority: maybe(authority),
  }),
  owner: maybe(authority),
  functions: Type.Array(
    Type.Object({
      selector,
      signature: maybe(Type.String()),
      arguments: Type.String(),
      mutability: Type.String(),
    }),
  ),
  standards: Type.Array(Type.String()),
  powers: Type.Array(
    Type.Object({ power: oneOf(powers), selector, signature: Type.String(), guard: oneOf(guards), proven: Type.Boolean() }),
  ),
  paused: maybe(Type.Boolean()),
})

export const deployment = Type.Object({
  block: count,
  time: Type.String({ format: 'date-time' }),
  transaction: maybe(hash),
  deployer: maybe(address),
  deployer_transactions: maybe(count),
})

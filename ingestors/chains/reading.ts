// What every fact read from a chain says about when it was read, and the plain shapes such facts are made of.
import Type, { type Static } from 'typebox'

/** Whole numbers of any size, as decimal text: a chain's amounts do not fit a double. */
export const amount = Type.String({ pattern: '^[0-9]+$', maxLength: 78 })
export const address = Type.String({ pattern: '^0x[0-9a-f]{40}$' })
export const hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
export const token = Type.Object({
  address,
  symbol: Type.String({ maxLength: 64 }),
  decimals: Type.Integer({ minimum: 0, maximum: 36 }),
})
export const chainId = Type.Integer({ minimum: 1 })

export const reading = {
  chain_id: chainId,
  block: Type.Object({ number: Type.Integer({ minimum: 0 }), hash, time: Type.String({ format: 'date-time' }) }),
  // Counts this chain's readings and never falls, so that what is read again after a reorganisation holds over what it replaces.
  sequence: Type.Integer({ minimum: 0 }),
}

type Reading = Static<Type.TObject<typeof reading>>

export const readAt = {
  observedAt: (value: Reading) => new Date(value.block.time),
  revision: (value: Reading) => BigInt(value.sequence),
}

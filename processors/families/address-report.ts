// What every report about an address on a chain says in the same shape: who rules it, what they may do, when it was deployed.
import Type from 'typebox'

export const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
export const maybe = (schema: ReturnType<typeof Type.String>, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
export const text = maybe(Type.String())
const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
export const match = Type.Union([Type.Literal('exact_match'), Type.Literal('match'), Type.Null()])
export const time = Type.String({ format: 'date-time' })

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

// What every report about an address on a chain says in the same fields: who rules it, what they may do, when it was deployed.
import Type from 'typebox'
import { count, days, fields, flag, known, list, maybe, moment, number, schema, section, text } from '../kit/index.ts'

export const oneOf = (words: readonly string[], description?: string) =>
  schema(Type.String({ enum: [...words], ...(description === undefined ? {} : { description }) }))
export const address = schema(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }))

export const authority = maybe(
  section({
    address,
    kind: oneOf(['eoa', 'multisig', 'timelock', 'contract', 'none'], 'eoa: one key; none: given up for good'),
    via: list(address, 'contracts in between, such as a proxy administrator this one owns'),
    threshold: number('signatures of a multisig that must agree'),
    owners: number('signatures a multisig has'),
    delay_seconds: number('how long a timelock waits'),
  }),
)

export const proxyFields = fields({
  is_proxy: flag(),
  kind: text('none, or the pattern it follows'),
  implementation: maybe(address, 'whose code it runs'),
  implementation_verified: maybe(flag(), 'null: the registry did not answer'),
  admin: authority,
  beacon: maybe(address),
})

export const privileged = list(
  {
    power: text('mint, pause, blacklist, fee, limit, upgrade, withdraw, burn_others, ownership or roles'),
    selector: text(),
    signature: text(),
    guard: oneOf(
      ['anyone', 'owner', 'admin', 'restricted', 'unknown'],
      'who could call it when it was tried at this block; restricted: somebody else, or nobody now',
    ),
    proven: flag('of mint: the supply grew when it was tried'),
  },
  'known functions that give somebody power, each tried as a stranger, the owner and the administrator',
)

export const flagFields = { code: text(), severity: oneOf(['info', 'warning', 'danger']), message: text() }

export const alsoOn = list(count(), 'other chains with code at this address, where no chain was named: name one to be sure')

export const readAt = section({ number: count(), hash: text(), time: moment() })

export const deployment = maybe(
  section({
    block: count(),
    time: moment(),
    age_days: known(days()),
    tx: maybe(text()),
    deployer: maybe(address),
    deployer_transactions: number('sent so far; a key made for one deployment has sent a few'),
  }),
  'null where neither the registry nor the chain’s provider could tell',
)

// From request headers to a payment document of one dialect, or the reason why there is none.
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Reason } from '../reasons.ts'

// Nothing beyond what is checked is taken: schemes choose their way of moving money by what they find in a payload.
const closed = { additionalProperties: false }
const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const integer = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' })
const authorizationSchema = Type.Object(
  {
    from: address,
    to: address,
    value: integer,
    validAfter: integer,
    validBefore: integer,
    nonce: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' }),
  },
  closed,
)
const evmPayload = Type.Object(
  {
    signature: Type.String({ pattern: '^0x([0-9a-fA-F]{2})+$', maxLength: 8_192 }),
    authorization: authorizationSchema,
  },
  closed,
)
const svmPayload = Type.Object({ transaction: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 2_400 }) }, closed)
const proof = Type.Union([evmPayload, svmPayload])
const legacySchema = Type.Object({
  x402Version: Type.Literal(1),
  scheme: Type.String(),
  network: Type.String(),
  payload: proof,
})
const currentSchema = Type.Object({
  x402Version: Type.Literal(2),
  resource: Type.Optional(Type.Object({ url: Type.String() })),
  accepted: Type.Object({
    scheme: Type.String(),
    network: Type.String(),
    amount: Type.String(),
    asset: Type.String(),
    payTo: Type.String(),
    maxTimeoutSeconds: Type.Optional(Type.Number()),
  }),
  payload: proof,
  extensions: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

export type EvmProof = Static<typeof evmPayload>
export type SvmProof = Static<typeof svmPayload>
export type LegacyPayment = Static<typeof legacySchema>
export type CurrentPayment = Static<typeof currentSchema>
export type PaymentDocument = LegacyPayment | CurrentPayment

export type Decoded =
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed'; readonly reason: Reason; readonly message: string }
  | { readonly kind: 'present'; readonly document: PaymentDocument }

type Headers = Readonly<Record<string, string | string[] | undefined>>

const legacy = Compile(legacySchema)
const current = Compile(currentSchema)
const paymentHeaderLimitBytes = 24_576

export function carriesPayment(headers: Headers): boolean {
  return headers['payment-signature'] !== undefined || headers['x-payment'] !== undefined
}

export function decodePayment(headers: Headers): Decoded {
  const [fresh, old] = [headers['payment-signature'], headers['x-payment']]
  const header = fresh ?? old
  if (header === undefined) return { kind: 'absent' }
  if (fresh !== undefined && old !== undefined && fresh !== old) {
    return malformed('PAYMENT-SIGNATURE and X-PAYMENT carry different payments; send one.')
  }
  if (typeof header === 'string' && header.startsWith('{'))
    return malformed('The payment header is JSON; send it as base64 of that JSON.')
  // Node joins repeated headers by a comma, which base64 does not have.
  if (typeof header !== 'string' || header.includes(',')) return malformed('The payment header was sent more than once.')
  if (header.length > paymentHeaderLimitBytes) return malformed('The payment header is too long.')
  const bytes = Buffer.from(header, 'base64')
  // Written back, anything but base64 in its one spelling comes out as something else.
  if (header === '' || bytes.toString('base64') !== header) return malformed('The payment header is not base64.')
  const document = parse(bytes.toString('utf8'))
  if (typeof document !== 'object' || document === null) return malformed('The payment header is not base64 of a JSON object.')
  const version = (document as { x402Version?: unknown }).x402Version
  if (version !== 1 && version !== 2) {
    return { kind: 'malformed', reason: 'invalid_x402_version', message: 'x402Version must be 1 or 2.' }
  }
  const schema = version === 1 ? legacy : current
  if (!schema.Check(document)) {
    const unknown = unknownMembers(document as { payload?: unknown })
      .slice(0, 5)
      .join(', ')
    if (unknown !== '') return malformed(`The payment has members that are not known here: ${unknown}.`)
    return malformed(`The payment is not a complete x402 version ${version} payload.`)
  }
  const { payload } = document as PaymentDocument
  if (isEvmProof(payload) && !fitsToken(payload))
    return malformed('A number of the authorization is larger than a token can hold.')
  return { kind: 'present', document }
}

const firstTooLarge = 1n << 256n

function fitsToken({ authorization: { value, validAfter, validBefore } }: EvmProof): boolean {
  return [value, validAfter, validBefore].every((number) => BigInt(number) < firstTooLarge)
}

// Named, since a payment of another kind (Permit2, delegation) is a whole one elsewhere.
function unknownMembers({ payload }: { payload?: unknown }): string[] {
  if (!isRecord(payload)) return []
  const { authorization } = payload
  const inside = isRecord(authorization)
    ? Object.keys(authorization).filter((name) => !Object.hasOwn(authorizationSchema.properties, name))
    : []
  return [
    ...Object.keys(payload).filter((name) => !['signature', 'authorization', 'transaction'].includes(name)),
    ...inside.map((name) => `authorization.${name}`),
  ].map((name) => `payload.${name.slice(0, 60)}`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isEvmProof(payload: EvmProof | SvmProof): payload is EvmProof {
  return 'authorization' in payload
}

function malformed(message: string): Decoded {
  return { kind: 'malformed', reason: 'invalid_payload', message }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not JSON is the caller's mistake, told to them by the caller of this function
  }
}

// The shapes of what travels on a stream, for the validator of what comes in and for the documents that describe it.
import Type from 'typebox'

const names = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 64 })
const event = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const document = Type.Record(Type.String(), Type.Unknown())

/** What a client sends. */
export const clientMessage = Type.Object(
  {
    subscribe: Type.Optional(names),
    unsubscribe: Type.Optional(names),
    full: Type.Optional(Type.Boolean({ description: 'ask for full bodies: without a payment the answer is their price' })),
    payment: Type.Optional(
      Type.Union([Type.String(), Type.Object({ x402Version: Type.Integer() })], {
        description: 'the x402 payload, as an object or as it would stand in the payment header',
      }),
    ),
    sign_in_with_x: Type.Optional(
      Type.String({
        description: 'a fresh proof of the payer, as in the header SIGN-IN-WITH-X, to go on with what was bought before',
      }),
    ),
    last_event: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'the last update that arrived before' }),
    ),
  },
  { additionalProperties: false },
)

/** What a client gets, by its type. */
export const serverMessages = {
  subscribed: Type.Object({
    type: Type.Literal('subscribed'),
    subscriptions: names,
    updates_left: Type.Optional(Type.Integer({ minimum: 0 })),
    receipt: Type.Optional(document),
  }),
  unsubscribed: Type.Object({ type: Type.Literal('unsubscribed'), subscriptions: names }),
  update: Type.Object({
    type: Type.Literal('update'),
    event,
    route: Type.String(),
    key: Type.String(),
    as_of: Type.String({ description: 'the newest observation the changed row was made from' }),
    name: Type.Optional(Type.String({ description: 'the subscription whose paid body follows' })),
    updates_left: Type.Optional(Type.Integer({ minimum: 0 })),
    body: Type.Optional(Type.Object({}, { description: 'the answer of the route, where it was paid for' })),
  }),
  payment_required: Type.Object({
    type: Type.Literal('payment_required'),
    status: Type.Literal(402),
    name: Type.String(),
    updates: Type.Integer(),
    rows: Type.Integer({ minimum: 0, description: 'rows that the name stands for now; each that changes uses one update' }),
    note: Type.Optional(Type.String({ description: 'where the name stands for several rows: how one is named' })),
    payment_required: Type.Object({}, { description: 'x402 version 2' }),
    legacy: Type.Object({}, { description: 'x402 version 1' }),
    receipt: Type.Optional(document),
  }),
  unpaid: Type.Object({ type: Type.Literal('unpaid'), name: Type.String(), reason: Type.String() }),
  reset: Type.Object({ type: Type.Literal('reset'), last_event: event, message: Type.String() }),
  heartbeat: Type.Object({ type: Type.Literal('heartbeat'), at: Type.String() }),
  error: Type.Object({
    type: Type.Literal('error'),
    name: Type.Optional(Type.String()),
    error: Type.Object({ code: Type.String(), message: Type.String(), retry_after: Type.Optional(Type.Integer()) }),
  }),
} as const

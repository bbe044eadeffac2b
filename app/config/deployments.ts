// Which contracts are read on which chain: data, so that the same program reads another chain, a fork or the demo's own.
import Type, { type Static } from 'typebox'

const address = Type.String({ pattern: '^0x[0-9a-f]{40}$' })
const chainId = Type.Integer({ minimum: 1 })
const firstBlock = Type.Integer({ minimum: 0 })

const name = Type.String({ minLength: 1, maxLength: 40 })
const exchange = Type.Union([
  // Pools of liquidity in ranges, one to a pair and spacing of ticks.
  Type.Object({
    kind: Type.Literal('slipstream'),
    name,
    factory: address,
    tick_spacings: Type.Array(Type.Integer({ minimum: 1, maximum: 16_384 }), { maxItems: 16 }),
  }),
  // A volatile and a pegged pool to a pair.
  Type.Object({ kind: Type.Literal('solidly'), name, factory: address }),
  // The registry that lists all of Curve's factories.
  Type.Object({ kind: Type.Literal('curve'), name, registry: address }),
  // The vault lists no pools by their tokens, and anybody registers one: those of this list are read.
  Type.Object({
    kind: Type.Literal('balancer-v2'),
    name,
    vault: address,
    pools: Type.Array(Type.String({ pattern: '^0x[0-9a-f]{64}$' }), { minItems: 1, maxItems: 64 }),
  }),
  // `native`: the wrapped form of the coin that pools may hold bare.
  Type.Object({ kind: Type.Literal('uniswap-v4'), name, state_view: address, native: Type.Union([address, Type.Null()]) }),
])

export const deployment = Type.Object(
  {
    chain_id: chainId,
    name: Type.String({ minLength: 1, maxLength: 40 }),
    // How many blocks back a reorganisation may still reach.
    finality_blocks: Type.Integer({ minimum: 0, maximum: 10_000 }),
    // Blocks that come several a second would cost as many calls: read so often at most.
    read_every_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 3_600 })),
    multicall3: address,
    aave_v3: Type.Array(
      Type.Object({
        // Names the pool in keys and answers: `aave-v3`, `aave-v3-lido`.
        market: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
        pool: address,
        addresses_provider: address,
        first_block: firstBlock,
        // How its addresses are known, where no package ships them.
        known_by: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      }),
    ),
    morpho_blue: Type.Union([Type.Object({ address, first_block: firstBlock }), Type.Null()]),
    // As the protocol's own repository lists them (`deployments/<chain>/<market>/roots.json` of compound-finance/comet).
    compound_v3: Type.Optional(
      Type.Array(
        Type.Object({
          // Names the market in keys and answers: `compound-v3-usdc`.
          market: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
          comet: address,
          first_block: firstBlock,
        }),
        { maxItems: 32 },
      ),
    ),
    // As its own repository lists them (`addresses/<chain>` of euler-xyz/euler-interfaces): the connector of all accounts, and the list of
    // vaults that its governance has verified (`governedPerspective`).
    euler_v2: Type.Optional(Type.Object({ connector: address, perspective: address, first_block: firstBlock })),
    // As its own repository lists it (`deployments/<chain>/VaultFactory.json` of Instadapp/fluid-contracts-public): the factory of all vaults.
    // `native`: the wrapped form of the coin that vaults hold bare.
    fluid: Type.Optional(Type.Object({ factory: address, native: address, first_block: firstBlock })),
    uniswap_v3: Type.Union([
      Type.Object({
        factory: address,
        fee_tiers: Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        // Tokens that quotes end in or pass through; a dollar token counts as one dollar, the others at their oracle's price.
        quote_tokens: Type.Array(Type.Object({ token: address, symbol: Type.String(), dollar: Type.Boolean() })),
      }),
      Type.Null(),
    ]),
    // What else depth is read from, in the same quote tokens.
    exchanges: Type.Optional(Type.Array(exchange, { maxItems: 16 })),
    // Oracles that answer an exchange rate, or a constant, rather than a market's price.
    rate_oracles: Type.Array(address),
    fixed_oracles: Type.Array(address),
  },
  { additionalProperties: false },
)

export const deployments = Type.Array(deployment, { minItems: 1 })
export type Deployment = Static<typeof deployment>

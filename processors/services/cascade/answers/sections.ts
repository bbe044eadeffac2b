// The pieces several cascade answers are made of, as schemas; units are in their names.
import Type from 'typebox'
import { protocols } from '../model/protocol.ts'

export const usd = (description: string) => Type.Number({ description: `${description}, USD` })
export const pct = (description: string) => Type.Number({ description: `${description}, percent` })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const protocolName = Type.String({ enum: [...protocols] })

export const volumes = Type.Object({
  positions: count('distinct positions liquidated'),
  liquidations: count('liquidation calls'),
  debt_repaid_usd: usd('debt repaid by liquidators; on Compound v3, by what buyers pay for the collateral'),
  collateral_seized_usd: usd('collateral taken, fees included, at the oracle prices of its round'),
  protocol_fees_usd: usd('the part of the bonus the protocol keeps'),
  bad_debt_usd: usd('debt left without collateral'),
})

export const holding = Type.Object({
  positions: count('positions'),
  collateral_usd: usd('their collateral'),
  debt_usd: usd('their debt'),
})

export const atRisk = Type.Object({
  health_below: Type.Number({ description: 'health factor' }),
  positions: count('positions below it'),
  collateral_usd: usd('their collateral'),
  debt_usd: usd('their debt'),
})

export const component = Type.Object({
  name: Type.String({ enum: ['sell_pressure', 'amplification', 'bad_debt', 'nearness'] }),
  value: Type.Number({ minimum: 0, maximum: 1, description: 'how far the component is filled' }),
  weight: Type.Number({ description: 'its fixed weight in the score' }),
  points: Type.Number({ description: 'what it adds to the score, of 100' }),
})

export const contributor = Type.Object({
  token: Type.String(),
  sold_usd: usd('forced sales of it at today’s price'),
  share_pct: pct('its share of all forced sales'),
  final_drop_pct: pct('its price drop at the end'),
})

export const potential = Type.Object({
  drop_pct: pct('shock'),
  collateral_seized_usd: usd('collateral liquidated, first round and cascade'),
  added_usd: usd('of which the drop adds to the baseline'),
  first_round_usd: usd('of which in the first round'),
  aave_v3_usd: usd('of which on Aave v3'),
  morpho_blue_usd: usd('of which on Morpho Blue'),
  compound_v3_usd: usd('of which on Compound v3'),
  euler_v2_usd: usd('of which on Euler v2'),
  fluid_usd: usd('of which on Fluid'),
  bad_debt_usd: usd('bad debt'),
  bad_debt_added_usd: usd('of which the drop adds to the baseline'),
  final_drop_pct: pct('price drop at the end'),
})

export const statements = {
  assumptions: Type.Array(Type.String()),
  blind_spots: Type.Array(Type.String()),
  definitions: Type.Array(Type.String(), { description: 'what the words of this answer mean' }),
}

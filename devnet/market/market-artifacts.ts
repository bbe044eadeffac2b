// The compiled contracts that the demo market is made of.
import type { Artifacts } from '../contracts/artifacts.ts'
import type { ExchangeArtifacts } from '../exchange/published.ts'

export type MarketArtifacts = {
  readonly lending: { readonly aave: Artifacts; readonly morpho: Artifacts }
  readonly exchange: ExchangeArtifacts
  readonly own: Artifacts
}

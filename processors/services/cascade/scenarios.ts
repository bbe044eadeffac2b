// Falls of many tokens at once: one family is its numeraire's own row, the others are rows of their own beside the tokens'.
import { isAnchor, isDollar } from './families.ts'
import type { MarketState } from './model/market-state.ts'
import type { Survey } from './survey/survey.ts'

export const scenarioNames = ['eth', 'btc', 'stable-depeg', 'all'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** What a scenario that is one family's fall is called among tokens. */
export const familyOfScenario: Partial<Record<ScenarioName, string>> = { eth: 'ETH', btc: 'BTC' }

export type Scenario = {
  readonly name: ScenarioName
  readonly shocked: readonly boolean[]
  /** Whose price the answer tells: of those shocked the one with most collateral. */
  readonly lead: number
}

/** No token's name holds a colon. */
export const scenarioKey = (name: string): string => `scenario:${name}`

/** Those of a chain that need rows of their own; one that reaches no collateral there is none. */
export function scenariosOf({ tokens }: MarketState, { collateralUsd }: Pick<Survey, 'collateralUsd'>): Scenario[] {
  const falls: [ScenarioName, (token: MarketState['tokens'][number]) => boolean][] = [
    ['stable-depeg', (token) => isDollar(token) && !isAnchor(token.symbol)],
    ['all', (token) => !isDollar(token)],
  ]
  return falls.flatMap(([name, falls]) => {
    const shocked = tokens.map(falls)
    const lead = tokens.reduce(
      (top, _, t) => (shocked[t] && collateralUsd[t]! > (top < 0 ? 0 : collateralUsd[top]!) ? t : top),
      -1,
    )
    return lead < 0 ? [] : [{ name, shocked, lead }]
  })
}

// What words mean in a headline about markets, where everyday language says nothing or something else.
const list = (words: string): readonly string[] => words.trim().split(/\s+/)

/** Verbs of motion with all their forms: how far up or down they say that something went. */
const motions: readonly (readonly [number, readonly string[]])[] = [
  [3, list('surge surges surged surging soar soars soared soaring skyrocket skyrockets skyrocketed rocket rockets rocketed')],
  [2, list('jump jumps jumped jumping rally rallies rallied rallying climb climbs climbed climbing rebound rebounds rebounded')],
  [2, list('leap leaps leaped spike spikes spiked gain gains gained gaining advance advances advanced outperform outperforms')],
  [1, list('rise rises rose rising grow grows grew growing accelerate accelerates accelerated edge-up firm firms firmed')],
  [-3, list('plunge plunges plunged plunging plummet plummets plummeted tumble tumbles tumbled tumbling crash crashes crashed')],
  [-3, list('slump slumps slumped slumping collapse collapses collapsed crater craters cratered nosedive nosedives')],
  [
    -2,
    list('sink sinks sank sinking slide slides slid sliding fall falls fell falling drop drops dropped dropping shrink shrinks'),
  ],
  [-2, list('tank tanks tanked decline declines declined declining underperform underperforms weaken weakens weakened')],
  [
    -1,
    list('dip dips dipped ease eases eased easing cool cools cooled cooling slow slows slowed slowing soften softens softened'),
  ],
]

export const motionWords: ReadonlyMap<string, number> = new Map(
  motions.flatMap(([value, words]) => words.map((word) => [word, value] as const)),
)

/** More of these is worse: what goes up with them goes down for everybody else. */
export const adverseNouns: ReadonlySet<string> = new Set(
  list(`inflation unemployment joblessness jobless claims deficit deficits debt defaults default delinquencies bankruptcies layoffs
    losses loss yields tariffs costs recession volatility vix spreads foreclosures shortages outflows redemptions fees`),
)

/** Whole phrases, each in place of its words. */
export const phrases: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'profit warning': -3,
    'profit warnings': -3,
    'profits warning': -3,
    'record high': 3,
    'record highs': 3,
    'all-time high': 3,
    'all-time highs': 3,
    'record low': -3,
    'record lows': -3,
    'all-time low': -3,
    'rate cut': 1.5,
    'rate cuts': 1.5,
    'cuts rates': 1.5,
    'cut rates': 1.5,
    'cuts interest rates': 1.5,
    'rate hike': -1.5,
    'rate hikes': -1.5,
    'raises rates': -1.5,
    'hikes rates': -1.5,
    'raises interest rates': -1.5,
    'cuts jobs': -2,
    'job cuts': -2,
    'cuts forecast': -2,
    'cuts outlook': -2,
    'cuts guidance': -2,
    'cuts dividend': -2,
    'raises forecast': 2,
    'raises outlook': 2,
    'raises guidance': 2,
    'raises dividend': 2,
    'beats estimates': 3,
    'beats expectations': 3,
    'beats forecasts': 3,
    'tops estimates': 3,
    'tops expectations': 3,
    'misses estimates': -3,
    'misses expectations': -3,
    'misses forecasts': -3,
    'files for bankruptcy': -4,
    'sell off': -3,
    'short seller': -1,
    'stress test': 0,
    'stress tests': 0,
    'buys back': 1,
  }),
)

export const longestPhrase = 3

/** Single words that are no motion; 0 where everyday language hears a feeling that markets do not mean. */
export const financeWords: ReadonlyMap<string, number> = new Map([
  ...list(
    'share shares shared stock stocks interest gross crude fed vice capital trust bond bonds cut cuts demand demands low lows lowest high highs highest',
  ).map((word) => [word, 0] as const),
  ...list('upgrade upgrades upgraded bullish buyback buybacks upbeat outperformance upside windfall').map(
    (word) => [word, 2] as const,
  ),
  ...list(
    'downgrade downgrades downgraded bearish layoffs layoff defaults shortfall writedown writedowns impairment delisted delisting',
  ).map((word) => [word, -2] as const),
  ...list('recession stagflation insolvency insolvent bankruptcy bankrupt sell-off selloff rout meltdown contagion').map(
    (word) => [word, -3] as const,
  ),
])

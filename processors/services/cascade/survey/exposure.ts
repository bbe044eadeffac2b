// The debt that a shock of each token reaches: of everybody who owns it or, where it stands for a family, any member of that.
import type { Token } from '../model/token.ts'

export function createExposure(tokens: readonly Pick<Token, 'family' | 'role'>[]) {
  const families = [...new Set(tokens.map((token) => token.family))]
  const familyOf = tokens.map((token) => families.indexOf(token.family))
  const own = tokens.map(() => 0)
  const ofFamily = families.map(() => 0)
  // The position that was counted last: who owns two tokens of a family owes its debt only once.
  const ownSeen = tokens.map(() => -1)
  const familySeen = families.map(() => -1)
  return {
    /** Positions one after another, each with all its tokens. */
    add(position: number, token: number, owedUsd: number): void {
      if (ownSeen[token] !== position) own[token]! += owedUsd
      ownSeen[token] = position
      const family = familyOf[token]!
      if (familySeen[family] !== position) ofFamily[family]! += owedUsd
      familySeen[family] = position
    },
    perToken: (): number[] => tokens.map(({ role }, t) => (role === 'numeraire' ? ofFamily[familyOf[t]!]! : own[t]!)),
  }
}

// Every rule of the Move engine.
import type { Rule } from '../../finding.ts'
import { control } from './control.ts'
import { hygiene } from './hygiene.ts'
import { market } from './market.ts'
import { numbers } from './numbers.ts'
import { objects } from './objects.ts'
import { openRules } from './open.ts'
import { unaskedRules } from './unasked.ts'

export const moveRules: readonly Rule[] = [
  ...control,
  ...objects,
  ...numbers,
  ...market,
  ...unaskedRules,
  ...openRules,
  ...hygiene,
]

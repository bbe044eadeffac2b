// Every rule of the Solidity engine.
import type { Rule } from '../../finding.ts'
import { control } from './control.ts'
import { doors } from './doors.ts'
import { hygiene } from './hygiene.ts'
import { market } from './market.ts'
import { noteRules } from './notes.ts'
import { numbers } from './numbers.ts'
import { slips } from './slips.ts'
import { forStrangers } from './strangers.ts'

export const solidityRules: readonly Rule[] = [
  ...control,
  ...doors,
  ...numbers,
  ...market,
  ...hygiene,
  ...slips,
  ...forStrangers,
  ...noteRules,
]

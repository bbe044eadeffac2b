// Every rule of the Rust engine.
import type { Rule } from '../../finding.ts'
import { agreement } from './agreement.ts'
import { calling } from './calling.ts'
import { keeping } from './keeping.ts'
import { reckoning } from './reckoning.ts'

export const rustRules: readonly Rule[] = [...agreement, ...keeping, ...calling, ...reckoning]

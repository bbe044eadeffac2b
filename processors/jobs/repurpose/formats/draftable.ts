// What every format is drafted from.
import type { Ranked } from '../rank.ts'
import type { Sentence } from '../sentences.ts'

export type Draftable = {
  readonly sentences: readonly Sentence[]
  /** The weightiest first, no two of which say the same. */
  readonly ranked: readonly Ranked[]
  readonly headings: readonly Sentence[]
  readonly maxItems: number
  /** What stands between two sentences of this script. */
  readonly glue: string
}

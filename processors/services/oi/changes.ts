// How the changes of open interest are told in a sentence.
import { round } from '../../formula/index.ts'
import type { Horizon } from './coins.ts'

const spanWords = { h1: '1 h', h4: '4 h', h24: '24 h', d7: '7 d' } as const satisfies Record<Horizon, string>
const memberOf = { h1: 'h1_pct', h4: 'h4_pct', h24: 'h24_pct', d7: 'd7_pct' } as const satisfies Record<Horizon, string>
type Changes = { readonly [M in (typeof memberOf)[Horizon]]: number | null }

/** The change over the span that was asked for, then what the day and the week say beside it. */
export function tellChanges(asked: Horizon, changes: Changes): string {
  const spans = [...new Set<Horizon>([asked, 'h24', 'd7'])]
  return spans.map((span) => `${known(changes[memberOf[span]])} over ${spanWords[span]}`).join(', ')
}

const known = (change: number | null): string => (change === null ? 'unknown' : `${round(change, 2)} %`)

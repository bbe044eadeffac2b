// What of an office file is not in its answer, in the words that every kind of file uses.
import type { ConvertWarning } from '../schema.ts'

export interface Losses {
  /** Who could not see the words. */
  readonly reader: 'page' | 'sheet' | 'slides'
  readonly hiddenWords: number
  /** Where they stood, as far as that is known. */
  readonly hiddenOn?: readonly number[]
  readonly hiddenParts?: readonly (readonly [count: number, what: string])[]
  readonly left: readonly string[]
}

export function warnOf({ reader, hiddenWords, hiddenOn, hiddenParts = [], left }: Losses): ConvertWarning[] {
  const warnings: ConvertWarning[] = []
  if (hiddenWords > 0)
    warnings.push({
      code: 'hidden_text',
      message: `${hiddenWords} word(s) that no reader of the ${reader} could see were left out`,
      count: hiddenWords,
      ...(hiddenOn === undefined ? {} : { pages: hiddenOn.slice(0, 100) }),
    })
  const parts = hiddenParts.filter(([count]) => count > 0)
  if (parts.length > 0)
    warnings.push({
      code: 'hidden_parts',
      message: `left out: ${parts.map((part) => part.join(' ')).join(', ')}`,
      count: parts.reduce((sum, [count]) => sum + count, 0),
    })
  if (left.length > 0) warnings.push({ code: 'left_out', message: `not converted: ${left.join(', ')}` })
  return warnings
}

/** What of charts is not told. */
export const leftOfCharts = ({ charts, cut }: { charts: number; cut: number }): string[] => [
  ...(charts > 0 ? [`the values of ${charts} chart(s)`] : []),
  ...(cut > 0 ? [`the later points of ${cut} chart(s)`] : []),
]

export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

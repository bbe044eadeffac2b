// Differences between two sets of rows in words.
import type { Comparison, Difference } from '../../processors/replay/compare.ts'

const mostCharacters = 120

export function describeDifference(difference: Difference, here: string, there: string): string {
  const { route, key, field } = difference
  return `  ${route} ${key}  ${field}: ${here} ${shorten(difference.here)}, ${there} ${shorten(difference.there)}`
}

export function describeComparison(comparison: Comparison, here: string, there: string): string[] {
  const { equal, different, onlyHere, onlyThere } = comparison
  const names = (list: readonly string[]) => `${list.slice(0, 10).join(', ')}${list.length > 10 ? ', …' : ''}`
  return [
    `rows: ${equal} equal, ${different} different, ${onlyHere.length} only ${here}, ${onlyThere.length} only ${there}`,
    ...(onlyHere.length > 0 ? [`  only ${here}: ${names(onlyHere)}`] : []),
    ...(onlyThere.length > 0 ? [`  only ${there}: ${names(onlyThere)}`] : []),
    ...comparison.differences.map((difference) => describeDifference(difference, here, there)),
  ]
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

// What a buyer may look for in an answer and does not find: named in its coverage, because nobody reads it freely or nobody reads it here.
import type { Coverage } from '../kit/define.ts'

export function withNotTold<M extends { readonly coverage: Coverage }>(mix: M, names: readonly string[]): M {
  if (names.length === 0) return mix
  const { detail } = mix.coverage
  const other = typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? detail : {}
  return { ...mix, coverage: { ...mix.coverage, detail: { ...other, not_told: [...names] } } }
}

// A file is parsed once, however often its rules ask for it.
import type { SourceFile } from './finding.ts'

export function parsedOnce<P>(parse: (file: SourceFile) => P): (file: SourceFile) => P {
  const parsed = new WeakMap<SourceFile, { readonly made: P }>()
  return (file) => {
    const known = parsed.get(file) ?? { made: parse(file) }
    parsed.set(file, known)
    return known.made
  }
}

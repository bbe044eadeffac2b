// The engine of each language, loaded for the first audit of it.
import type { Analysis, Rule, SourceFile } from './finding.ts'

export type Engine = {
  readonly analyse: (files: readonly SourceFile[]) => Analysis | Promise<Analysis>
  readonly rules: readonly Rule[]
  /** Throws the refusal of a file that is none of the language. */
  readonly check: (file: SourceFile) => void
}

export async function engineFor(language: string): Promise<Engine> {
  if (language === 'solidity') {
    const [{ analyseSolidity }, { solidityRules }, { parseFile }] = await Promise.all([
      import('./solidity/engine.ts'),
      import('./solidity/rules/index.ts'),
      import('./solidity/parse.ts'),
    ])
    return { analyse: analyseSolidity, rules: solidityRules, check: parseFile }
  }
  if (language === 'rust') {
    const [{ analyseRust }, { rustRules }, { parseFile }] = await Promise.all([
      import('./rust/engine.ts'),
      import('./rust/rules/index.ts'),
      import('./rust/parse.ts'),
    ])
    return { analyse: analyseRust, rules: rustRules, check: parseFile }
  }
  if (language === 'move') {
    const [{ analyseMove }, { moveRules }, { parseFile }] = await Promise.all([
      import('./move/engine.ts'),
      import('./move/rules/index.ts'),
      import('./move/parse.ts'),
    ])
    return { analyse: analyseMove, rules: moveRules, check: parseFile }
  }
  throw new Error(`no engine for ${language}`)
}

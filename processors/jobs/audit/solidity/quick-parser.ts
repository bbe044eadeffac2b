// The parser of the package with one question asked once: it offers no switch for it, so its own text is loaded with one condition more.
import { readFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'

type Parser = Pick<typeof import('@solidity-parser/parser'), 'parse' | 'ParserError'>

// Whether a plain name is a value or a type means the same to its rule, but the parser settles it anew at every name, with all that is open
// around it: fifteen times the rest of its work. Here it takes what it knows already, which is the same first answer.
const asked = 'if (e3.requiresFullContext && this.predictionMode !== ee.SLL) {'
const askedLess = asked.replace('ee.SLL)', 'ee.SLL && ![92, 97].includes(t2.decision))')

export const quickParser: Parser = load()

function load(): Parser {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@solidity-parser/parser')
  const parts = readFileSync(path, 'utf8').split(asked)
  // Another version of the package may not have it: slower is as right.
  if (parts.length !== 2) return require(path) as Parser
  const module = new Module(path) as Module & { _compile(text: string, path: string): void }
  module.filename = path
  module._compile(parts.join(askedLess), path)
  return module.exports as Parser
}

// The parser of the package, which asks less and tells more: it offers no switch for either, so its own text is loaded with two changes.
import { readFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'

type Parser = Pick<typeof import('@solidity-parser/parser'), 'parse' | 'ParserError'>

// Whether a plain name is a value or a type means the same to its rule, but the parser settles it anew at every name, with all that is open
// around it: fifteen times the rest of its work. Here it takes what it knows already, which is the same first answer.
const asked = 'if (e3.requiresFullContext && this.predictionMode !== ee.SLL) {'
const askedLess = asked.replace('ee.SLL)', 'ee.SLL && ![92, 97].includes(t2.decision))')
// It makes a tree of what is no Solidity, stumbles over what is missing in it, and forgets where the mistake was.
const read = 'const sourceUnit = parser.sourceUnit();'
const told = `${read} if (listener.hasErrors() && options.tolerant !== true) throw new ParserError({ errors: listener.getErrors() });`
const changes = [
  [asked, askedLess],
  [read, told],
] as const

export const quickParser: Parser = load()

function load(): Parser {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@solidity-parser/parser')
  const module = new Module(path) as Module & { _compile(text: string, path: string): void }
  module.filename = path
  module._compile(changes.reduce(changed, readFileSync(path, 'utf8')), path)
  return module.exports as Parser
}

/** Another version of the package may not have it: slower, and told without its place, is as right. */
function changed(text: string, [from, to]: (typeof changes)[number]): string {
  const parts = text.split(from)
  return parts.length === 2 ? parts.join(to) : text
}

// The Rust grammar inside WebAssembly: a parser that hostile bytes may break without breaking out.
import { createRequire } from 'node:module'
import { Language, Parser } from 'web-tree-sitter'

await Parser.init()
const language = await Language.load(createRequire(import.meta.url).resolve('tree-sitter-rust/tree-sitter-rust.wasm'))

export function createParser(): Parser {
  const parser = new Parser()
  parser.setLanguage(language)
  return parser
}

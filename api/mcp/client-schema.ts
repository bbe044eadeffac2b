// Schemas as MCP clients check by them: some read draft 7 and some 2020-12, so what they are shown means the same in both.

type Node = Readonly<Record<string, unknown>>

/** A tuple is written as a list of so many of its members' kinds: draft 7 would read its closing `items: false` as "empty". */
export function clientSchema(schema: object): Record<string, unknown> {
  let shown = written.get(schema)
  if (shown === undefined) {
    // As JSON it is without the marks that only our own library reads.
    shown = rewrite(JSON.parse(JSON.stringify(schema))) as Record<string, unknown>
    written.set(schema, shown)
  }
  return shown
}

// A service's are half a hundred kilobytes, and a list is asked for by anybody.
const written = new WeakMap<object, Record<string, unknown>>()

function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite)
  if (typeof node !== 'object' || node === null) return node
  const { prefixItems, ...rest } = node as Node
  const open = Array.isArray(prefixItems) ? { ...rest, items: { anyOf: prefixItems } } : rest
  return Object.fromEntries(Object.entries(open).map(([name, value]) => [name, rewrite(value)]))
}

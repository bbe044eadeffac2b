// Reads title, author and date from a page's JSON-LD blocks, whose shape nobody guarantees.
export type LinkedData = { headline: string | null; author: string | null; published: string | null; site: string | null }

const articleTypes = /article|posting|report|webpage|recipe|review/i

export function readLinkedData(blocks: readonly string[]): LinkedData {
  const nodes = blocks.flatMap((block) => flatten(parse(block), 0))
  const node = nodes.find((n) => articleTypes.test(names(n['@type']))) ?? {}
  return {
    headline: text(node.headline) ?? text(node.name),
    author: people(node.author ?? node.creator),
    published: text(node.datePublished) ?? text(node.dateCreated),
    site: text(record(node.publisher)?.name),
  }
}

function parse(block: string): unknown {
  try {
    return JSON.parse(block)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function flatten(value: unknown, depth: number): Record<string, unknown>[] {
  if (depth > 3) return []
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((v) => flatten(v, depth + 1))
  const node = record(value)
  return node === null ? [] : [node, ...flatten(node['@graph'], depth + 1)]
}

function people(value: unknown): string | null {
  const all = (Array.isArray(value) ? value : [value]).slice(0, 10)
  const found = all.map((v) => text(v) ?? text(record(v)?.name)).filter((name) => name !== null)
  return found.length === 0 ? null : found.join(', ')
}

function names(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map((v) => text(v) ?? '').join(' ')
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

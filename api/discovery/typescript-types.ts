// A JSON schema as the TypeScript type of what it takes, with its descriptions as comments.
import type { TSchema } from 'typebox'

interface Node {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly prefixItems?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: boolean | Node
  readonly description?: string
}

const step = '  '

export function typeOf(schema: TSchema, indent = ''): string {
  return written(schema as Node, indent)
}

function written(node: Node, indent: string): string {
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum !== undefined) return union(node.enum.map((value) => JSON.stringify(value)))
  if (node.properties !== undefined) return members(node, indent)
  if (node.anyOf !== undefined) return union(node.anyOf.map((one) => written(one, indent)))
  if (node.type === 'array') return listOf(node, indent)
  if (node.type === 'object') return recordOf(node, indent)
  if (node.type === 'integer' || node.type === 'number') return 'number'
  return node.type === 'string' || node.type === 'boolean' || node.type === 'null' ? node.type : 'unknown'
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function listOf({ items, prefixItems }: Node, indent: string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((one) => written(one, indent)).join(', ')}]`
  return items === undefined ? 'unknown[]' : `Array<${written(items, indent)}>`
}

function recordOf({ patternProperties, additionalProperties }: Node, indent: string): string {
  const values = [
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
  return `Record<string, ${values.length === 0 ? 'unknown' : union(values.map((one) => written(one, indent)))}>`
}

function members({ properties = {}, required = [] }: Node, indent: string): string {
  const inner = indent + step
  const lines = Object.entries(properties).flatMap(([name, node]) => {
    const type = written(node, inner)
    return [...comment(node.description, inner), `${inner}${nameOf(name)}${required.includes(name) ? '' : '?'}: ${type}`]
  })
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`
}

/** A description cannot end the comment it stands in. */
export const comment = (text: string | undefined, indent: string): string[] =>
  text === undefined || text === '' ? [] : [`${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */`]

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

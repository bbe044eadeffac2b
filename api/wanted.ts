// What a schema wants of a value, in words that fit behind "must be".
interface Wanted {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Wanted[]
  readonly const?: unknown
  readonly pattern?: string
  readonly description?: string
  readonly items?: Wanted
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
}

// No text of Postgres holds that one sign.
const anyText = '^[^\\u0000]*$'

export function wantedOf(schema: object): string {
  const wanted = schema as Wanted
  const words = wanted.enum ?? wanted.anyOf?.flatMap((one) => (one.const === undefined ? [] : [one.const]))
  if (words !== undefined && words.length > 0) return `one of ${words.join(', ')}`
  if (wanted.type === 'boolean') return 'true or false'
  if (wanted.type === 'number' || wanted.type === 'integer')
    return `a ${wanted.type === 'integer' ? 'whole number' : 'number'}${limitsOf(wanted)}`
  if (wanted.pattern === anyText) return `text${lengthOf(wanted)}, without the sign U+0000`
  // What a pattern means is for its description to say.
  if (wanted.type === 'string' && wanted.pattern !== undefined) return `written so: ${wanted.description ?? wanted.pattern}`
  if (wanted.type === 'string') return `text${lengthOf(wanted)}`
  if (wanted.type === 'array')
    return `a list${countOf(wanted)}${wanted.items === undefined ? '' : `, each ${wantedOf(wanted.items)}`}`
  if (wanted.type === 'object') return 'a JSON object, not text'
  return wanted.type === undefined ? 'as the schema says' : `of type ${wanted.type}`
}

function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Wanted): string {
  const low = minimum !== undefined ? `from ${minimum}` : exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : ''
  const high = maximum !== undefined ? `to ${maximum}` : exclusiveMaximum !== undefined ? `below ${exclusiveMaximum}` : ''
  const both = [low, high].filter((one) => one !== '').join(' ')
  return both === '' ? '' : ` ${both}`
}

function countOf({ minItems = 0, maxItems }: Wanted): string {
  if (maxItems === undefined) return minItems === 0 ? '' : ` of at least ${minItems}`
  return minItems === 0 ? ` of at most ${maxItems}` : ` of ${minItems} to ${maxItems}`
}

function lengthOf({ minLength, maxLength }: Wanted): string {
  if (minLength !== undefined && maxLength !== undefined) return ` of ${minLength} to ${maxLength} characters`
  if (minLength !== undefined) return ` of at least ${minLength} characters`
  return maxLength === undefined ? '' : ` of at most ${maxLength} characters`
}

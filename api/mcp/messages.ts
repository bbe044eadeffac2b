// What a message lacks, in words, before anything is done with it: the protocol's library would call the caller's mistake a fault of ours.
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

export interface Fault {
  readonly status: 200 | 400
  readonly code: ErrorCode
  readonly message: string
  /** Of the request it is; null where that cannot be told. */
  readonly id: string | number | null
}

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly expected?: string
}

const taken = [InitializeRequestSchema, PingRequestSchema, ListToolsRequestSchema, CallToolRequestSchema]
const schemas = new Map<unknown, (typeof taken)[number]>(taken.map((schema) => [schema.shape.method.value, schema]))
const mostTold = 5
const kinds: Readonly<Record<string, string>> = { record: 'an object', object: 'an object', array: 'a list' }

export function faultOf(message: unknown): Fault | null {
  const invalid = (code: ErrorCode, text: string, status: 200 | 400 = 400): Fault => ({
    status,
    code,
    message: text,
    id: idOf(message),
  })
  if (message === undefined) return invalid(ErrorCode.ParseError, 'The request has no body; send one message.')
  if (typeof message !== 'object' || message === null)
    return invalid(ErrorCode.InvalidRequest, 'A message is one JSON object: {"jsonrpc": "2.0", "id", "method", "params"}.')
  const { jsonrpc, method } = message as Record<string, unknown>
  if (jsonrpc !== '2.0') return invalid(ErrorCode.InvalidRequest, 'jsonrpc must be "2.0".')
  const lack = lackOf(message)
  if (lack !== null) return invalid(ErrorCode.InvalidRequest, lack)
  const found = 'id' in message ? schemas.get(method)?.safeParse(message) : undefined
  return found?.error === undefined ? null : invalid(ErrorCode.InvalidParams, tell(found.error.issues, message), 200)
}

function lackOf(message: object): string | null {
  const { id, method, params } = message as Record<string, unknown>
  // What answers a request of ours: there are none.
  if (method === undefined && JSONRPCMessageSchema.safeParse(message).success) return null
  if (method === undefined) return 'method is required: the name of what is asked.'
  if (typeof method !== 'string') return 'method must be text.'
  if ('id' in message && typeof id !== 'string' && !Number.isSafeInteger(id)) return 'id must be text or a whole number.'
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return 'params must be an object.'
  const problem = JSONRPCMessageSchema.safeParse(message).error
  // What is wrong within the parameters is told by name.
  if (problem === undefined || (schemas.has(method) && !schemas.get(method)!.safeParse(message).success)) return null
  return 'This is no message of JSON-RPC 2.0: beside jsonrpc, id, method and params there is nothing in one.'
}

function tell(issues: readonly Issue[], message: object): string {
  const told = issues.slice(0, mostTold).map(({ path, expected }) => {
    const name = path.join('.')
    if (valueAt(message, path) === undefined) return `${name} is required`
    return expected === undefined ? `${name} is not of a kind that is taken` : `${name} must be ${kinds[expected] ?? expected}`
  })
  return `${told.join('; ')}.`
}

const valueAt = (message: object, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<PropertyKey, unknown> | undefined)?.[name], message)

function idOf(message: unknown): string | number | null {
  const id = (message as { id?: unknown } | null)?.id
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null
}

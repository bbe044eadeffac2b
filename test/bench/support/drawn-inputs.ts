// Calls that a gateway's own OpenAPI document allows, drawn by chance: every word of every list, the ends of every range, what fits each pattern.
import fc from 'fast-check'
import type { Call } from '../../../cli/smoke/pay-once.ts'
import { createDice, type Dice } from './dice.ts'

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly examples?: readonly unknown[]
  readonly default?: unknown
}
interface Input {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly isNeeded: boolean
  readonly schema: Schema
  readonly example: unknown
}

/** What people and programs really type, whatever the input is called. */
const typed: Readonly<Record<string, readonly string[]>> = {
  ticker: ['AAPL', 'aapl', 'MSFT', 'BRK.B', 'SPY', 'ZZZZ', '$TSLA', 'GZMO'],
  tickers: ['AAPL', 'AAPL,MSFT', 'SPY,QQQ,IWM', 'AAPL,AAPL', 'ZZZZ'],
  coin: ['BTC', 'eth', 'BTC,ETH', 'DOGE', 'USDC', 'XYZQ', 'kPEPE'],
  token: ['ETH', 'eth', 'WBTC', 'USDC', 'wstETH', 'XYZQ'],
  country: ['US', 'DE', 'Germany', 'EL', 'UK', 'Brazil', 'BR', 'KE', 'JP', 'SA', 'Côte d’Ivoire', 'XX'],
  chain: ['base', 'Ethereum', 'arbitrum', 'solana', 'BSC', 'nowhere'],
  address: ['0x0000000000000000000000000000000000000000', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'vitalik.eth'],
  wallet: ['0x0000000000000000000000000000000000000000', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  location: ['Berlin', '48.85,2.35', '0,0', '90,180', 'Nowhere City'],
  q: ['support', 'the and', 'IT'],
  query: ['oil tanker', 'the', 'Federal Reserve rates', '石油'],
}

/** Any of them; the same seed gives the same. */
export function createDraw(seed: number) {
  const dice = createDice(seed)
  return (operation: any, url: string, path: string, method: string): { call: Call; words: Record<string, unknown> } => {
    const inputs = inputsOf(operation)
    const words: Record<string, unknown> = {}
    const known = method === 'POST' ? (exampleOf(operation) as Record<string, unknown>) : {}
    for (const input of inputs) {
      const isTaken = input.isNeeded || input.name in known || dice.below(100) < 40
      if (!isTaken || (method === 'POST' && !(input.name in known) && dice.below(100) < 50)) continue
      // What a body's example holds goes together, and is most often left as it is.
      if (input.name in known && dice.below(100) < 80) words[input.name] = known[input.name]
      else words[input.name] = likelyValue(input, dice)
    }
    if (method === 'POST') return { call: { url: url + path, method, body: JSON.stringify(words) }, words }
    const query = new URLSearchParams()
    let filled = path
    for (const input of inputs) {
      if (!(input.name in words)) continue
      const text = String(words[input.name])
      if (input.in === 'path') filled = filled.replace(`{${input.name}}`, encodeURIComponent(text))
      else query.set(input.name, text)
    }
    return { call: { url: `${url}${filled}${query.size === 0 ? '' : `?${query}`}`, method }, words }
  }
}

function exampleOf(operation: any): unknown {
  return operation.requestBody?.content['application/json'].example ?? {}
}

function inputsOf(operation: any): Input[] {
  const body = operation.requestBody?.content['application/json'].schema as Schema | undefined
  if (body !== undefined) {
    const needed = new Set(body.required ?? [])
    return Object.entries(body.properties ?? {}).map(([name, schema]) => ({
      ...{ name, in: 'body' as const, isNeeded: needed.has(name), schema, example: schema.examples?.[0] },
    }))
  }
  return (operation.parameters as any[]).map(({ name, in: place, required, schema, example }) => ({
    ...{ name, in: place, isNeeded: required === true, schema, example: example ?? schema.examples?.[0] ?? schema.default },
  }))
}

function likelyValue({ name, schema, example }: Input, dice: Dice): unknown {
  const people = typed[name] ?? []
  const chance = dice.below(100)
  if (schema.type === 'string' && schema.enum === undefined && chance < 75) {
    const list = [...people, ...(example === undefined ? [] : [example])]
    if (list.length > 0) return dice.pick(list)
  }
  return drawn(schema, dice)
}

function drawn(schema: Schema, dice: Dice): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return dice.pick(schema.enum)
  if (schema.anyOf !== undefined) return drawn(dice.pick(schema.anyOf), dice)
  if (schema.type === 'boolean') return dice.below(2) === 0
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema, dice)
  if (schema.type === 'array') {
    const count = (schema.minItems ?? 0) + dice.below(Math.min(4, (schema.maxItems ?? 4) - (schema.minItems ?? 0) + 1))
    return Array.from({ length: count }, () => drawn(schema.items!, dice))
  }
  if (schema.type === 'object') {
    const needed = schema.required ?? []
    return Object.fromEntries(needed.map((name) => [name, drawn(schema.properties![name]!, dice)]))
  }
  return textOf(schema, dice)
}

function numberOf(schema: Schema, dice: Dice): number {
  const isWhole = schema.type === 'integer'
  const [step, low, high] = [
    isWhole ? 1 : 0.001,
    schema.minimum ?? schema.exclusiveMinimum ?? 0,
    schema.maximum ?? schema.exclusiveMaximum,
  ]
  const least = schema.exclusiveMinimum === undefined ? low : low + step
  const most = high === undefined ? least + 1_000_000 : schema.exclusiveMaximum === undefined ? high : high - step
  const between = least + dice.roll() * (most - least)
  return dice.pick([least, most, isWhole ? Math.round(between) : between, Math.min(most, least + step)])
}

function textOf({ pattern, minLength = 0, maxLength = 200 }: Schema, dice: Dice): string {
  const arbitrary =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
      : fc.stringMatching(new RegExp(pattern, 'u'))
  return fc.sample(arbitrary, { numRuns: 1, seed: dice.below(2 ** 31) })[0]!.slice(0, maxLength)
}

// What a call to a contract says and what comes back. A contract is asked the same few things thousands of times: each of its functions is
// looked up, and hashed, once.
import {
  type Abi,
  type AbiEvent,
  type AbiFunction,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type Log,
  parseEventLogs,
  toEventSelector,
  toFunctionSelector,
} from 'viem'

export type Contract = { readonly address: Address; readonly abi: Abi }

type KnownFunction = { readonly abi: readonly [AbiFunction]; readonly selector: Hex }
type KnownEvent = { readonly abi: readonly [AbiEvent]; readonly topic: Hex }

const functionsOf = new WeakMap<Abi, Map<string, KnownFunction | null>>()
const eventsByName = new WeakMap<Abi, Map<string, KnownEvent | null>>()

export function encodeCall({ abi }: Contract, name: string, args: readonly unknown[]): Hex {
  const known = functionOf(abi, name)
  if (known === null) return encodeFunctionData({ abi, functionName: name, args })
  return encodeFunctionData({ abi: known.abi, functionName: known.selector as never, args: args as never })
}

export function decodeAnswer<T>({ abi }: Contract, name: string, data: Hex): T {
  return decodeFunctionResult({ abi: functionOf(abi, name)?.abi ?? abi, functionName: name, data }) as T
}

/** The raw logs of an RPC answer as the events of one name. */
export function eventsOf<T>({ address, abi }: Contract, { logs }: { readonly logs: readonly Log[] }, eventName: string): T[] {
  const event = eventOf(abi, eventName)
  if (event === null) return []
  const own = logs.filter((log) => log.topics[0] === event.topic && log.address.toLowerCase() === address.toLowerCase())
  return parseEventLogs({ abi: event.abi, logs: own, eventName }).map(({ args }) => args as T)
}

// Null where several have the name, of which the arguments choose.
function functionOf(abi: Abi, name: string): KnownFunction | null {
  return once(functionsOf, abi, name, () => {
    const [found, another] = abi.filter((item): item is AbiFunction => item.type === 'function' && item.name === name)
    return found === undefined || another !== undefined ? null : { abi: [found], selector: toFunctionSelector(found) }
  })
}

// Null where this version of the contract has no such event.
function eventOf(abi: Abi, name: string): KnownEvent | null {
  return once(eventsByName, abi, name, () => {
    const found = abi.find((item): item is AbiEvent => item.type === 'event' && item.name === name)
    return found === undefined ? null : { abi: [found], topic: toEventSelector(found) }
  })
}

function once<T>(known: WeakMap<Abi, Map<string, T>>, abi: Abi, name: string, make: () => T): T {
  const ofAbi = known.get(abi) ?? new Map<string, T>()
  known.set(abi, ofAbi)
  const found = ofAbi.get(name)
  if (found !== undefined) return found
  const made = make()
  ofAbi.set(name, made)
  return made
}

// Reads of many contracts at one block: batched through the chain's Multicall3, each batch proving which block it saw.
import {
  type Abi,
  type AbiFunction,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import type { Header } from './header.ts'
import type { Rpc } from './rpc.ts'
import { RpcFault } from './rpc-fault.ts'

export interface View<T> {
  encode(args: readonly unknown[]): Hex
  decode(data: Hex): T
}

export interface Question<T> {
  readonly view: View<T>
  readonly to: Hex
  readonly args: readonly unknown[]
}

export interface PinnedReader {
  readonly block: Header
  /** In the order of the questions; null where the contract refused, or answered something else. */
  answer<T>(questions: readonly Question<T>[], how?: { readonly batch: number; readonly again: boolean }): Promise<(T | null)[]>
  /** As `answer`, where a refusal cannot be. */
  must<T>(questions: readonly Question<T>[]): Promise<T[]>
}

/** From a human-readable signature; an answer of one value comes bare. */
export function view<T>(signature: string, structs: readonly string[] = []): View<T> {
  const abi = parseAbi([...structs, signature] as never) as Abi
  const [item] = abi as unknown as readonly AbiFunction[]
  const selector = toFunctionSelector(item!)
  return {
    encode: (args) => (args.length === 0 ? selector : encodeFunctionData({ abi, functionName: item!.name, args } as never)),
    decode: (data) => decodeFunctionResult({ abi, functionName: item!.name, data } as never) as T,
  }
}

const aggregate = view<readonly { success: boolean; returnData: Hex }[]>(
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  ['struct Call3 { address target; bool allowFailure; bytes callData; }', 'struct Result { bool success; bytes returnData; }'],
)
const timeNow = view<bigint>('function getCurrentBlockTimestamp() view returns (uint256)')
const method = 'eth_call'
const batchSize = 300
const parallel = 3

export function createPinnedReader(rpc: Rpc, multicall: Hex, block: Header): PinnedReader {
  const at = numberToHex(block.number)
  const seconds = BigInt(block.time.getTime() / 1_000)
  const own = { target: multicall, allowFailure: false, callData: timeNow.encode([]) }
  async function call(questions: readonly Question<any>[]): Promise<(Hex | null)[]> {
    const asked = questions.map(({ view, to, args }) => ({ target: to, allowFailure: true, callData: view.encode(args) }))
    try {
      return await rpc.ask(method, [{ to: multicall, data: aggregate.encode([[own, ...asked]]) }, at], (answer) => {
        const [time, ...results] = aggregate.decode(answer as Hex)
        if (results.length !== asked.length) throw new RpcFault('broken', method)
        // A node that does not have this block may answer from another one.
        if (timeNow.decode(time!.returnData) !== seconds) throw new RpcFault('behind', method)
        return results.map((result) => (result.success ? result.returnData : null))
      })
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind !== 'too_much' || questions.length === 1) throw error
      const half = Math.ceil(questions.length / 2)
      return [...(await call(questions.slice(0, half))), ...(await call(questions.slice(half)))]
    }
  }
  async function answer<T>(questions: readonly Question<T>[], batch = batchSize): Promise<(T | null)[]> {
    const answers: (T | null)[] = new Array(questions.length).fill(null)
    const chunks = Array.from({ length: Math.ceil(questions.length / batch) }, (_, i) => i * batch)
    for (let at = 0; at < chunks.length; at += parallel) {
      await Promise.all(
        chunks.slice(at, at + parallel).map(async (from) => {
          const asked = questions.slice(from, from + batch)
          const results = await call(asked)
          results.forEach((result, i) => {
            answers[from + i] = decode(asked[i]!.view, result)
          })
        }),
      )
    }
    return answers
  }
  return {
    block,
    async answer(questions, how) {
      const answers = await answer(questions, how?.batch)
      // What failed beside others may have run out of their gas: by itself it says whether it really refuses.
      const failed = answers.flatMap((value, i) => (value === null ? [i] : []))
      if (failed.length === 0 || questions.length === 1 || how?.again === false) return answers
      const again = await Promise.all(chunk(failed, 10).map((some) => answer(some.map((i) => questions[i]!))))
      again.flat().forEach((value, i) => {
        answers[failed[i]!] = value
      })
      return answers
    },
    async must<T>(questions: readonly Question<T>[]) {
      const answers = await this.answer(questions)
      if (answers.includes(null)) throw new RpcFault('broken', method)
      return answers as T[]
    },
  }
}

function chunk<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size))
}

function decode<T>(view: View<T>, data: Hex | null): T | null {
  if (data === null || data === '0x') return null
  try {
    return view.decode(data)
  } catch {
    return null // an account without code, or one that answers another shape
  }
}

// What a contract's bytecode says without being run: its hash, the functions it answers, and whom an account delegates to.
import { contractInfo } from 'evmole'
import { type Hex, keccak256 } from 'viem'
import { powerOf, signatureOf } from './signatures.ts'

export interface Fn {
  readonly selector: Hex
  /** By the selector where it is a usual one, else only what the code shows of the arguments. */
  readonly signature: string | null
  readonly arguments: string
  readonly mutability: string
}

export interface Code {
  readonly bytes: number
  readonly hash: Hex
}

// EIP-7702: an account without code of its own that runs another's.
const delegation = /^0xef0100([0-9a-f]{40})$/
// EIP-1167, and the shorter form for addresses that begin with zeroes.
const minimal =
  /^0x363d3d373d3d3d363d(73[0-9a-f]{40}|72[0-9a-f]{38}|71[0-9a-f]{36}|70[0-9a-f]{34})5af43d82803e903d91602b57fd5bf3$/
const mostFunctions = 400

export const codeOf = (code: Hex): Code => ({ bytes: (code.length - 2) / 2, hash: keccak256(code) })

export function delegateOf(code: Hex): Hex | null {
  const found = delegation.exec(code)?.[1]
  return found === undefined ? null : `0x${found}`
}

export function minimalTarget(code: Hex): Hex | null {
  const found = minimal.exec(code)?.[1]
  return found === undefined ? null : `0x${found.slice(2).padStart(40, '0')}`
}

export function functionsOf(code: Hex): Fn[] {
  const { functions = [] } = contractInfo(code, { selectors: true, arguments: true, stateMutability: true })
  return functions.slice(0, mostFunctions).map((fn) => {
    const selector = `0x${fn.selector}` as Hex
    return {
      selector,
      signature: powerOf.get(selector)?.signature ?? signatureOf(selector),
      arguments: fn.arguments ?? '',
      mutability: fn.stateMutability ?? 'unknown',
    }
  })
}

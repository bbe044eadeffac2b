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
  /** Whether it can run code that lies elsewhere. */
  readonly delegates: boolean
}

// EIP-7702: an account without code of its own that runs another's.
const delegation = /^0xef0100([0-9a-f]{40})$/
// EIP-1167, and the shorter form for addresses that begin with zeroes.
const minimal =
  /^0x363d3d373d3d3d363d(73[0-9a-f]{40}|72[0-9a-f]{38}|71[0-9a-f]{36}|70[0-9a-f]{34})5af43d82803e903d91602b57fd5bf3$/
// Whole codes, since a part of one could stand where it never runs; what follows them is data that no jump can reach.
const clones = [
  // EIP-1167 with its arguments behind it (OpenZeppelin 5.1, Solady).
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/,
  // EIP-7511 and Solady's, both with PUSH0.
  /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/,
  /^0x5f5f365f5f37365f73([0-9a-f]{40})5af43d5f5f3e6029573d5ffd5b3d5ff3/,
  // The one that is a byte shorter than EIP-1167's (0age, Solady).
  /^0x3d3d3d3d363d3d37363d73([0-9a-f]{40})5af43d3d93803e602a57fd5bf3/,
  // With immutable arguments: wighawag's, and Solady's, which tells of ether that comes in.
  /^0x3d3d3d3d363d3d3761[0-9a-f]{4}603736393661[0-9a-f]{4}013d73([0-9a-f]{40})5af43d3d93803e603557fd5bf3/,
  /^0x36602c57343d527f[0-9a-f]{64}593da1005b363d3d373d3d3d3d61[0-9a-f]{4}806062363936013d73([0-9a-f]{40})5af43d3d93803e606057fd5bf3/,
]
const opcodes = { invalid: 0xfe, jumpTarget: 0x5b, firstPush: 0x60, lastPush: 0x7f, callCode: 0xf2, delegateCall: 0xf4 }
const mostFunctions = 400

export const codeOf = (code: Hex): Code => ({
  bytes: (code.length - 2) / 2,
  hash: keccak256(code),
  delegates: canDelegate(code),
})

export function delegateOf(code: Hex): Hex | null {
  const found = delegation.exec(code)?.[1]
  return found === undefined ? null : `0x${found}`
}

export function minimalTarget(code: Hex): Hex | null {
  const found = minimal.exec(code)?.[1]
  return found === undefined ? null : `0x${found.slice(2).padStart(40, '0')}`
}

export function cloneTarget(code: Hex): Hex | null {
  const found = clones.flatMap((pattern) => pattern.exec(code)?.[1] ?? [])[0]
  return found === undefined ? null : `0x${found}`
}

/** Whether a DELEGATECALL or CALLCODE stands in the code. Compilers put the data behind an INVALID that no jump leads past. */
function canDelegate(code: Hex): boolean {
  const bytes = Buffer.from(code.slice(2), 'hex')
  for (let at = 0; at < bytes.length; at++) {
    const op = bytes[at]!
    if (op === opcodes.callCode || op === opcodes.delegateCall) return true
    if (op === opcodes.invalid && bytes[at + 1] !== opcodes.jumpTarget && !bytes.subarray(at).includes(opcodes.jumpTarget))
      return false
    if (op >= opcodes.firstPush && op <= opcodes.lastPush) at += op - opcodes.firstPush + 1
  }
  return false
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

// Compiles Solidity with solc-js and remembers the result by content, so that only a first start pays for it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { TollgateError } from '../base/errors.ts'

export type Hex = `0x${string}`
export type CompiledContract = { readonly abi: readonly unknown[]; readonly bytecode: Hex; readonly runtime: Hex }
export type CompiledContracts = Readonly<Record<string, CompiledContract>>

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: unknown[]; evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>>
}

const settings = {
  optimizer: { enabled: true, runs: 200 },
  viaIR: true,
  evmVersion: 'cancun',
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

/** Contract name to ABI and code, for every contract in `files`. */
export async function compileContracts(files: readonly string[], cacheDir: string): Promise<CompiledContracts> {
  const sources = Object.fromEntries(files.map((file) => [basename(file), { content: readFileSync(file, 'utf8') }]))
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const cached = join(cacheDir, `${createHash('sha256').update(input).digest('hex').slice(0, 32)}.json`)
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8'))
  const contracts = await compile(input)
  mkdirSync(cacheDir, { recursive: true })
  const unfinished = `${cached}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(contracts))
  renameSync(unfinished, cached)
  return contracts
}

async function compile(input: string): Promise<CompiledContracts> {
  // Loaded only when needed: the compiler is 10 MB of JavaScript.
  const { default: solc } = (await import('solc' as string)) as { default: { compile(input: string): string } }
  const output: SolcOutput = JSON.parse(solc.compile(input))
  const errors = (output.errors ?? []).filter((problem) => problem.severity === 'error')
  if (errors.length > 0) throw new TollgateError('definition_invalid', errors.map((e) => e.formattedMessage).join('\n'))
  const contracts = Object.values(output.contracts).flatMap((file) => Object.entries(file))
  return Object.fromEntries(
    contracts.map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` } satisfies CompiledContract,
    ]),
  )
}

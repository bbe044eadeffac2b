// One run of the Solidity compiler over published sources: contract name in, ABI, bytecode and link places out.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Artifact, Artifacts } from './artifacts.ts'
import { type CompilerInput, usualOutputs } from './sources.ts'

const require = createRequire(import.meta.url)

type SolcContract = {
  abi: Artifact['abi']
  evm: { bytecode: { object: string; linkReferences: Artifact['links'] }; deployedBytecode?: { object: string } }
}
type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, SolcContract>>
}
type Solc = { compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string }

export function compile(input: CompilerInput): Artifacts {
  const solc = require(input.compiler) as Solc
  const sources = Object.entries(input.entries).map(([name, file]) => [name, { content: readFileSync(file, 'utf8') }])
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': usualOutputs } },
    ...input.settings,
  }
  const request = JSON.stringify({ language: 'Solidity', sources: Object.fromEntries(sources), settings })
  const output = JSON.parse(solc.compile(request, { import: (path) => readImport(input, path) })) as SolcOutput
  const faults = (output.errors ?? []).filter((e) => e.severity === 'error')
  if (faults.length > 0) throw new Error(`${input.name} does not compile: ${faults[0]!.formattedMessage}`)
  const artifacts: Record<string, Artifact> = {}
  for (const contracts of Object.values(output.contracts ?? {})) {
    for (const [name, contract] of Object.entries(contracts)) {
      const { bytecode, deployedBytecode } = contract.evm
      if (bytecode.object === '') continue
      const runtime = deployedBytecode && ({ runtime: `0x${deployedBytecode.object}` } as const)
      artifacts[name] = { abi: contract.abi, bytecode: bytecode.object, links: bytecode.linkReferences, ...runtime }
    }
  }
  return artifacts
}

function readImport(input: CompilerInput, path: string): { contents: string } | { error: string } {
  const remapping = input.remappings.find(([prefix]) => path.startsWith(prefix))
  const file = remapping ? join(remapping[1], path.slice(remapping[0].length)) : inPackages(path)
  try {
    return { contents: readFileSync(file, 'utf8') }
  } catch (error) {
    return { error: `${path}: ${(error as Error).message}` }
  }
}

function inPackages(path: string): string {
  const parts = path.split('/')
  const name = parts.slice(0, path.startsWith('@') ? 2 : 1).join('/')
  return join(dirname(require.resolve(`${name}/package.json`)), ...parts.slice(name.split('/').length))
}

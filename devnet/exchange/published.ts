// The exchange's contracts as its npm packages publish them, compiled already. Development only: none of it leaves this machine.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Abi } from 'viem'
import type { Artifact } from '../contracts/artifacts.ts'
import { packageFolder } from '../contracts/sources.ts'

export type ExchangeArtifacts = { readonly factory: Artifact; readonly pool: Artifact; readonly quoter: Artifact }

export async function loadExchangeArtifacts(): Promise<ExchangeArtifacts> {
  const [factory, pool, quoter] = await Promise.all([
    read('@uniswap/v3-core', 'UniswapV3Factory.sol/UniswapV3Factory.json'),
    read('@uniswap/v3-core', 'UniswapV3Pool.sol/UniswapV3Pool.json'),
    read('@uniswap/v3-periphery', 'lens/QuoterV2.sol/QuoterV2.json'),
  ])
  return { factory, pool, quoter }
}

async function read(packageName: string, file: string): Promise<Artifact> {
  const text = await readFile(join(packageFolder(packageName), 'artifacts', 'contracts', file), 'utf8')
  const { abi, bytecode } = JSON.parse(text) as { abi: Abi; bytecode: string }
  return { abi, bytecode: bytecode.slice(2), links: {} }
}

// The chains part of the configuration: which contracts are read on which chain, and whom to ask for each chain.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { messageOf } from '../../base/errors.ts'
import { chains as knownChains } from '../../base/evm-chains.ts'
import { type Deployment, deployments } from './deployments.ts'
import { knownDeployments } from './known-deployments.ts'
import { publicNodes } from './public-nodes.ts'
import type { ConfigReader, World } from './reader.ts'

export type ChainSettings = {
  /** Null in the demo world, where the demo chain says itself what is deployed on it. */
  readonly deployments: readonly Deployment[] | null
  /** The providers of a chain by its id, first choice first; a chain without any is off. */
  readonly rpcUrls: ReadonlyMap<number, readonly string[]>
  /** Where a chain's new blocks are told of: the providers' addresses of WebSockets. */
  readonly headUrls?: ReadonlyMap<number, readonly string[]>
  /** The providers, and nodes open to everybody where a chain has none: for whoever reads no logs. */
  readonly openUrls: ReadonlyMap<number, readonly string[]>
  /** How many whole blocks of a chain may be read a minute for transfers of its own coin; none where nothing is said. */
  readonly fullBlocks?: number
}

const mostProblems = 20
export const rpcProtocols = ['https:', 'http:', 'wss:', 'ws:']

/** A provider's addresses: those that are asked, and those that tell of new blocks. */
export function byTransport(urls: readonly string[]): { asked: string[]; told: string[] } {
  const isTold = (url: string) => new URL(url).protocol.startsWith('ws')
  return { asked: urls.filter((url) => !isTold(url)), told: urls.filter(isTold) }
}

export function readChainSettings(read: ConfigReader, world: World): ChainSettings {
  const file = read.text('DEPLOYMENTS', '')
  const chosen: readonly Deployment[] = file === '' ? knownDeployments : readDeployments(file, read.complain)
  const rpcUrls = new Map<number, readonly string[]>()
  const headUrls = new Map<number, readonly string[]>()
  // Contracts can be asked about on more chains than the lenders are followed on.
  for (const id of new Set([...chosen.map(({ chain_id }) => chain_id), ...Object.keys(knownChains).map(Number)])) {
    const name = `RPC_URL_${id}`
    const { asked, told } = byTransport(read.urls(name, rpcProtocols))
    if (asked.length > 0) rpcUrls.set(id, asked)
    if (told.length > 0) headUrls.set(id, told)
    if (told.length > 0 && asked.length === 0)
      read.complain(`${name} needs an https:// address beside wss://, which only tells of new blocks`)
  }
  const fullBlocks = read.integer('FULL_BLOCKS_PER_MINUTE', 6, 0, 600)
  // What a chain answers is not recorded: in that world none is read.
  const asksPublic = read.choice('PUBLIC_NODES', ['on', 'off'], 'on') === 'on' && world === 'live'
  if (world === 'recorded') return { deployments: [], rpcUrls: new Map(), openUrls: new Map() }
  const open = asksPublic ? Object.entries(publicNodes).map(([id, urls]) => [Number(id), urls] as const) : []
  const openUrls = new Map([...open, ...rpcUrls])
  return { deployments: world === 'demo' && file === '' ? null : chosen, rpcUrls, headUrls, openUrls, fullBlocks }
}

function readDeployments(file: string, complain: (problem: string) => void): Deployment[] {
  try {
    const { problems, value } = checkDeployments(JSON.parse(readFileSync(file, 'utf8')))
    for (const problem of problems) complain(`DEPLOYMENTS=${file}: ${problem}`)
    return problems.length === 0 ? value : []
  } catch (error) {
    complain(`DEPLOYMENTS=${file} cannot be read: ${messageOf(error)}`)
    return []
  }
}

export function checkDeployments(given: unknown): { problems: string[]; value: Deployment[] } {
  const validator = Compile(deployments)
  const problems = validator.Errors(given).map((error) => `${error.instancePath || '/'} ${error.message}`)
  const value = given as Deployment[]
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems), value }
  const ids = value.map((one) => one.chain_id)
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) problems.push(`chain ${id} is there twice`)
  for (const { chain_id, aave_v3, compound_v3 = [] } of value) {
    const names = [...aave_v3, ...compound_v3].map((pool) => pool.market)
    for (const name of new Set(names.filter((name, i) => names.indexOf(name) !== i)))
      problems.push(`chain ${chain_id} has two pools named ${name}`)
  }
  return { problems, value }
}

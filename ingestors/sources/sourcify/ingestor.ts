// Asks the registry whether a contract's source code was verified; that it was not is an answer too.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readRow, readText, readTextOrNull } from '../../formats/json.ts'
import { type RegistryKey, readRegistryKey } from './key.ts'
import { verifiedSources } from './topic.ts'

type Fact = ValueOf<typeof verifiedSources>
type Contract = Fact['contracts'][number]

interface Fetched extends RegistryKey {
  /** null: not verified. */
  readonly bodies: readonly unknown[]
}

// The contract the documents show.
const shown = { asked: 'any:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' }
const fields = 'compilation,deployment,metadata'
const matches = ['exact_match', 'match', null] as const

const ask = ({ chainId }: RegistryKey, address: string, { http, signal }: FetchContext): Promise<unknown> =>
  http.json(`https://sourcify.dev/server/v2/contract/${chainId}/${address}?fields=${fields}`, { signal })

export default defineIngestor<Fact, Fetched[]>({
  source: 'sourcify',
  topic: verifiedSources,
  schedule: '25 5 * * *',
  grade: 'B',
  proof: 'documented',
  async fetch(context) {
    const key = { asked: shown.asked, chainId: 8453, addresses: [shown.address] }
    return [{ ...key, bodies: [await ask(key, shown.address, context)] }]
  },
  parse: (fetched, at) =>
    fetched.map(({ asked, chainId, addresses, bodies }) => ({
      asked,
      chain_id: chainId,
      read_at: at.toISOString(),
      contracts: addresses.map((address, i) => readContract(bodies[i], address, chainId)),
    })),
  openKeys: {
    async fetch(text, context) {
      const key = readRegistryKey(text)
      const bodies = key.addresses.map((address) => ask(key, address, context).catch(nullWhereUnknown))
      return [{ ...key, bodies: await Promise.all(bodies) }]
    },
    pollSeconds: 86_400,
    watchSeconds: 3_600,
    cooldownSeconds: 600,
    unknownSeconds: 600,
    concurrency: 4,
    perSecond: 4,
  },
})

function nullWhereUnknown(error: unknown): null {
  if (error instanceof UpstreamRefusal && error.status === 404) return null
  throw error
}

const nothing = { match: null, creation_match: null, runtime_match: null, verified_at: null, name: null, language: null }

function readContract(body: unknown, address: string, chainId: number): Contract {
  if (body === null) return { ...nothing, address, compiler: null, licence: null, deployment: null }
  const row = readRow(body, 'the contract')
  const about = readText(row.address, 'address').toLowerCase()
  if (about !== address || readText(row.chainId, 'chainId') !== String(chainId)) throw changed(`it answers about ${about}`)
  const compilation = readRow(row.compilation, 'compilation')
  const verifiedAt = new Date(readText(row.verifiedAt, 'verifiedAt'))
  if (Number.isNaN(verifiedAt.getTime())) throw changed('verifiedAt is no time')
  const [target, name] = splitName(readText(compilation.fullyQualifiedName, 'fullyQualifiedName'))
  return {
    address,
    match: readMatch(row.match),
    creation_match: readMatch(row.creationMatch),
    runtime_match: readMatch(row.runtimeMatch),
    verified_at: verifiedAt.toISOString(),
    name,
    language: readText(compilation.language, 'language'),
    compiler: `${readText(compilation.compiler, 'compiler')} ${readText(compilation.compilerVersion, 'compilerVersion')}`,
    licence: licenceOf(row.metadata, target),
    deployment: readDeployment(row.deployment),
  }
}

function readMatch(value: unknown): Contract['match'] {
  const found = matches.find((one) => one === value)
  if (found === undefined) throw changed(`a match is ${JSON.stringify(value)?.slice(0, 40)}`)
  return found
}

function splitName(qualified: string): [file: string, name: string] {
  const at = qualified.lastIndexOf(':')
  return [qualified.slice(0, at), qualified.slice(at + 1)]
}

/** Only the compiler's own metadata says it, and not every compiler writes any. */
function licenceOf(metadata: unknown, file: string): string | null {
  if (metadata === null || metadata === undefined) return null
  const sources = readRow(readRow(metadata, 'metadata').sources, 'sources')
  return readTextOrNull(readRow(sources[file], 'the source of what was compiled').license, 'license')
}

/** Those of the beginning of a chain, and of before the registry kept it, have none. */
function readDeployment(value: unknown): Contract['deployment'] {
  if (value === null || value === undefined) return null
  const { blockNumber, transactionHash, deployer } = readRow(value, 'deployment')
  const block = readTextOrNull(blockNumber, 'blockNumber')
  if (block === null) return null
  if (!/^\d{1,12}$/.test(block)) throw changed('blockNumber is no number')
  return {
    block: Number(block),
    transaction: readTextOrNull(transactionHash, 'transactionHash')?.toLowerCase() ?? null,
    deployer: readTextOrNull(deployer, 'deployer')?.toLowerCase() ?? null,
  }
}

const changed = (what: string) => new TollgateError('upstream_changed', `Sourcify: ${what}`)

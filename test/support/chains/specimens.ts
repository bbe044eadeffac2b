// The demo's specimens on a chain of the test's own, and what the sources that read contracts make of them.

import { createSafeFetch } from '../../../base/safe-fetch/index.ts'
import { freePort } from '../../../db/embedded/free-port.ts'
import { loadArtifacts } from '../../../devnet/contracts/artifacts.ts'
import { ownInput } from '../../../devnet/contracts/sources.ts'
import { type Devnet, startDevnet } from '../../../devnet/index.ts'
import { createChain } from '../../../devnet/lending/chain.ts'
import { deploySpecimens, type Specimen, type Specimens } from '../../../devnet/market/specimens.ts'
import { discoverContractSources, toIngestor } from '../../../ingestors/contracts/reader.ts'
import { checkValues } from '../../../ingestors/poll.ts'
import type { Service } from '../../../processors/kit/define.ts'
import aero from '../../../processors/services/aero/service.ts'
import contract from '../../../processors/services/contract/service.ts'
import token from '../../../processors/services/token/service.ts'
import { createDataDir, removeDataDir } from '../data-dir.ts'
import { draftsOf, toFacts } from '../service-facts.ts'

type AskedSource = 'evm-contract' | 'evm-token' | 'evm-account' | 'evm-launch' | 'evm-pool'

export interface SpecimenChain {
  readonly devnet: Devnet
  readonly specimens: Specimens
  addressOf(kind: Specimen['kind']): `0x${string}`
  /** One fact, read anew. */
  read(source: AskedSource, key: string, url?: string): Promise<any>
  /** The answer made of that fact alone. */
  answer(source: AskedSource, key: string, url?: string): Promise<any>
  stop(): Promise<void>
}

const services: Readonly<Record<string, Service>> = { 'evm-contract': contract, 'evm-token': token, 'evm-pool': aero }
const deadlineMs = 60_000

export async function startSpecimens(): Promise<SpecimenChain> {
  const dataDir = createDataDir('specimens')
  const [own, devnet] = await Promise.all([loadArtifacts(ownInput()), startDevnet({ port: await freePort(), dataDir })])
  const specimens = await deploySpecimens(createChain(devnet.rpcUrl), own, devnet.chainId)
  const sources = await discoverContractSources()
  const read = async (name: string, key: string, url = devnet.rpcUrl) => {
    const access = { list: async () => [{ id: devnet.chainId, urls: [url], exchange: specimens.exchange }] }
    // Nothing else is asked: the chain speaks alone.
    const ingestor = toIngestor(
      sources.find(({ source }) => source === name)!,
      access,
      () => ({
        ingestors: [],
        deps: null as never,
      }),
      createSafeFetch(),
    )
    const at = new Date()
    const context = { at, since: null, signal: AbortSignal.timeout(deadlineMs), http: null as never, credential: () => undefined }
    const [fact] = checkValues(ingestor, ingestor.parse(await ingestor.openKeys!.fetch(key, context), at), at)
    return fact
  }
  return {
    devnet,
    specimens,
    read,
    addressOf: (kind) => specimens.specimens.find((one) => one.kind === kind)!.address,
    async answer(name, key, url) {
      const fact = await read(name, key, url)
      const service = services[name]!
      return draftsOf(service, toFacts(service.reads[0]!, [fact]), key)[0]!.body
    },
    async stop() {
      await devnet.stop()
      removeDataDir(dataDir)
    },
  }
}

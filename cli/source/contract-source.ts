// A source that reads contracts, as a command polls it: its sample's facts, or one key read from a chain now.

import type { Config } from '../../app/config/index.ts'
import { systemClock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import { createSafeFetch } from '../../base/safe-fetch/index.ts'
import { type ChainAccess, createChainAccess } from '../../ingestors/contracts/access.ts'
import { type ChainSource, toPolled as pollChains } from '../../ingestors/contracts/every-chain.ts'
import { type ContractSource, toIngestor } from '../../ingestors/contracts/reader.ts'
import { sampleContractFacts } from '../../ingestors/contracts/sample-facts.ts'
import type { Ingestor } from '../../ingestors/define.ts'

export function toPolled(source: ContractSource, config: Pick<Config, 'chains' | 'dataDir'>, isLive: boolean): Ingestor {
  return isLive ? fromChain(source, config) : fromSample(source)
}

export function toChainPolled(source: ChainSource, config: Pick<Config, 'chains' | 'dataDir'>, isLive: boolean): Ingestor {
  const facts = async () => (await sampleContractFacts(systemClock.now())).get(source.topic) ?? []
  const polled = pollChains(source, isLive ? accessOf(config) : { list: async () => [] })
  return isLive ? polled : { ...polled, fetch: facts }
}

/** Whoever names providers means their chains; without any there is the chain of a demo that runs. */
const accessOf = ({ chains, dataDir }: Pick<Config, 'chains' | 'dataDir'>) =>
  createChainAccess({ chains: chains.openUrls.size > 0 ? { ...chains, deployments: [] } : chains, dataDir })

function fromChain(source: ContractSource, config: Pick<Config, 'chains' | 'dataDir'>): Ingestor {
  return alone(source, accessOf(config))
}

// What others know of the contract goes to the log beside it, and a command writes nothing: the chain speaks alone.
const alone = (source: ContractSource, access: ChainAccess): Ingestor =>
  toIngestor(source, access, () => ({ ingestors: [], deps: undefined as never }), createSafeFetch())

function fromSample(source: ContractSource): Ingestor {
  const onNoChain = alone(source, { list: async () => [] })
  const facts = async () => (await sampleContractFacts(systemClock.now())).get(source.topic) ?? []
  return {
    ...onNoChain,
    fetch: facts,
    openKeys: {
      ...source.tempo,
      async fetch(key) {
        const found = (await facts()).filter((fact) => source.topic.key(fact) === key)
        if (found.length > 0) return found
        const known = (await facts()).map((fact) => source.topic.key(fact)).join(', ')
        throw new TollgateError('key_unknown', `the sample of ${source.source} knows ${known}`)
      },
    },
  }
}

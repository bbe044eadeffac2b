// Every source with what an operator asks of it: where it asks, how often, under which terms, and who is made of it.
import { loadConfig } from '../../app/config/index.ts'
import type { Topic } from '../../db/log/topic.ts'
import { discoverFollowers } from '../../ingestors/chains/start.ts'
import { hostPaces } from '../../ingestors/client/pace.ts'
import { canRead } from '../../ingestors/contracts/access.ts'
import { discoverChainSources, discoverContractSources } from '../../ingestors/contracts/reader.ts'
import type { Ingestor, Proof } from '../../ingestors/define.ts'
import { chooseIngestors, discoverIngestors } from '../../ingestors/index.ts'
import { discoverIndexSources } from '../../ingestors/indexed/define.ts'

export interface SourceLine {
  readonly source: string
  readonly topics: readonly Topic<any>[]
  readonly asks: readonly string[]
  readonly limits: string
  readonly grade: string
  readonly keys: string
  readonly proof: Proof
  /** Why a live start without any key leaves it off; null where it is on. */
  readonly off: string | null
}

const usualPace = 4
const mostAsks = 4
const ownGateway = 'our own index'
const chain = 'a chain’s RPC'

/** `asked`: where each polled source asks, by its sample: hosts and paths, what changes from poll to poll left out. */
export async function gatherSources(asked: ReadonlyMap<string, ReadonlySet<string>>): Promise<SourceLine[]> {
  const polled = await discoverIngestors()
  const settings = { WORLD: 'live', OUTBOUND_USER_AGENT: 'Tollgate/1.0 (operator@example.com)' }
  const keyless = { ...loadConfig(settings, { serves: false }), keys: { SEC_USER_AGENT: 'the contact that is required' } }
  const { off } = chooseIngestors(polled, keyless)
  const lines: SourceLine[] = polled.map((ingestor) => {
    const asks = [...(asked.get(ingestor.source) ?? [])].sort()
    return {
      ...{ source: ingestor.source, topics: [ingestor.topic], grade: ingestor.grade, proof: ingestor.proof },
      ...{ asks, limits: limitsOf(ingestor, asks), keys: keysOf(ingestor), off: off.get(ingestor.source) ?? null },
    }
  })
  const plain = { limits: 'when asked', grade: 'A', keys: '', off: null }
  // Nodes open to everybody tell how a contract stands; years of logs outgrow what they are open for.
  const ofChain = { ...plain, asks: [chain], keys: '`RPC_URL_<chain>`', off: 'needs a provider of a chain' }
  const publicly = { keys: '`RPC_URL_<chain>` (better with)', off: null }
  for (const { source, topic, proof, reads } of await discoverContractSources())
    lines.push({ ...ofChain, ...(canRead(keyless.chains, reads) && publicly), source, topics: [topic], proof })
  for (const { source, topic, proof, schedule } of await discoverChainSources())
    lines.push({ ...ofChain, source, topics: [topic], proof, limits: `\`${schedule}\`` })
  for (const { source, topic, proof, grade, schedule } of await discoverIndexSources())
    lines.push({ ...plain, source, topics: [topic], asks: [ownGateway], proof, grade, limits: `\`${schedule}\`` })
  for (const { source, topics, proof } of await discoverFollowers())
    lines.push({
      ...{ ...plain, source, topics, proof, asks: [chain], limits: 'block by block' },
      ...{ keys: '`RPC_URL_<chain>`', off: 'needs a provider of the chain' },
    })
  return lines.sort((a, b) => (a.source < b.source ? -1 : 1))
}

function limitsOf({ schedule, openKeys }: Ingestor, asks: readonly string[]): string {
  const hosts = [...new Set(asks.map((ask) => ask.split('/')[0]!))]
  const pace = Math.min(...hosts.map((host) => hostPaces[host] ?? usualPace))
  const asked = openKeys === undefined ? '' : `, asked keys ≤ ${openKeys.perSecond}/s`
  return `\`${schedule}\`, ≤ ${pace}/s${asked}`
}

function keysOf({ needs = [], uses = [] }: Ingestor): string {
  return [...needs.map((name) => `\`${name}\``), ...uses.map((name) => `\`${name}\` (better with)`)].join(', ')
}

export const shortAsks = (asks: readonly string[]): string =>
  asks.length <= mostAsks
    ? asks.map(breakable).join(', ')
    : `${asks
        .slice(0, mostAsks - 1)
        .map(breakable)
        .join(', ')} and ${asks.length - mostAsks + 1} more`

const breakable = (ask: string): string => (ask.includes('.') ? `\`${ask.slice(0, 90)}\`` : ask)

// Know your agent: an address's ERC-8004 identity, reputation, x402 history, age and sanctions state, each claim with its evidence.
import { TollgateError } from '../../../base/errors.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import { leftOut, toAccount, wholeUnits } from '../../families/evm-wallet.ts'
import { perWallet, resolvedName, toldName } from '../../families/per-address.ts'
import { checksummed, wallet } from '../../inputs/address.ts'
import { agentId, splitAgent } from '../../inputs/agent.ts'
import { chainId } from '../../inputs/chain.ts'
import { domain } from '../../inputs/domain.ts'
import {
  count,
  days,
  defineSignalService,
  flag,
  known,
  list,
  maybe,
  mayTake,
  moment,
  newest,
  number,
  optionalFields,
  section,
  signalRoute,
  text,
  usd,
} from '../../kit/index.ts'
import { checkAgent, verdicts } from './signal.ts'

const ofWallet = perWallet('evm-account', 'address')

interface Asked {
  readonly address?: string | undefined
  readonly agent_id?: string | undefined
  readonly domain?: string | undefined
  readonly chain_id?: number | undefined
}

/** One of the three says who is meant; an agent's whole name says its chain too. */
function whoIsMeant<A extends Asked>(input: A, now: Date): A {
  const { address, agent_id, domain, chain_id } = input
  const said = Object.entries({ address, agent_id, domain }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (said.length > 1) throw new TollgateError('input_invalid', `${said.join(' and ')} each say who is meant; send one of them`)
  if (agent_id !== undefined) {
    const { chain, id } = splitAgent(agent_id)
    if (chain === null) return input
    const named = chainId.parse(chain, { name: 'agent_id', now })
    if (chain_id !== undefined && chain_id !== named)
      throw new TollgateError('input_invalid', `chain_id is ${chain_id}, and the agent's name says chain ${named}`)
    return { ...input, agent_id: id, chain_id: named }
  }
  if (said.length === 0)
    throw new TollgateError(
      'input_invalid',
      'address, agent_id or domain is required, such as address=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, agent_id=22 or domain=example.com',
    )
  return input
}

function keyOf(input: Asked): string {
  const chain = input.chain_id ?? 'any'
  if (input.domain !== undefined) return `${chain}:@${input.domain}`
  return input.agent_id === undefined ? ofWallet.key(input) : `${chain}:agent-${input.agent_id}`
}

export default defineSignalService({
  label: 'kya',
  title: 'Know your agent',
  description:
    'What a chain proves about an agent’s address: identity, reputation, x402 history, age and sanctions, each with evidence.',
  version: '8',
  tags: ['agents', 'x402', 'compliance'],
  readsChains: 'logs',
  rows: 'byKey',
  facts: (key) => ({ account: newest(evmAccounts, { key, days: 0 }) }),
  route: signalRoute({
    takes: { address: mayTake(wallet), agent_id: mayTake(agentId), domain: mayTake(domain), chain_id: ofWallet.takes.chain_id },
    refine: whoIsMeant,
    key: keyOf,
    demand: { of: (input) => ({ source: 'evm-account', key: keyOf(input) }) },
    path: '/check',
    price: '0.10',
    summary:
      'Know your agent: ERC-8004 registrations, reputation, x402 payments made and received, age, sanctions, with evidence',
    tags: ['agents', 'x402', 'erc-8004', 'compliance'],
    example: { address: '0x1111111111111111111111111111111111111111' },
    fresh: { minutes: 10 },
    sold: { hours: 6 },
    range: [0, 100],
    labels: verdicts,
    // Where no registry is read, payments, age and activity are all there is.
    leastWeight: 0.4,
    disclaimer:
      'About an address and what its chain shows, not about a person or a firm; registrations and feedback are cheap to make.',
    answer: {
      resolved: resolvedName,
      // A row of the release before has none, and may be served for hours.
      ...optionalFields({
        agent_id: maybe(text('the agent that was asked for; the address is its owner’s, and the verdict is on it')),
        site: maybe(
          section(
            {
              domain: text(),
              named_by_agent: maybe(flag('the agent’s own registration names this site; null where it could not be read')),
              registrations: count('named in the site’s file, on whatever chain'),
            },
            'the site that was asked for, whose file names the agent; only where each names the other is the site the agent’s',
          ),
        ),
      }),
      address: text(),
      chain_id: count(),
      agents: list(
        {
          id: text(),
          uri: maybe(text('as registered; never followed')),
          wallet: maybe(text()),
          wallet_matches: maybe(flag('the registered wallet is this address')),
          registered_at: maybe(moment()),
          clients: count('others who judged it, the owner left out'),
          feedback: count(),
          mean: number('of their judgements, in the registry’s own unit', 2),
        },
        'ERC-8004 identities this address registered and owns now, and the one that was asked for; empty where there are none',
      ),
      registry_read: flag('the registry could be read on this chain'),
      payments: {
        x402_made: maybe(count('in the blocks that could be read; null where the chain’s provider did not tell')),
        x402_received: maybe(count()),
        distinct_payers: maybe(count()),
        received_usd: usd('of those in dollar tokens', 2),
        last_at: maybe(moment()),
      },
      activity: {
        age_days: days(undefined, 1),
        is_floor: flag('older blocks could not be read'),
        transactions_sent: count(),
        counterparties: count(),
      },
      screening: { sanctions_oracle: maybe(flag('null where the chain has no oracle')), lists: text() },
      claims: list(
        {
          claim: text(),
          value: text(),
          source: text('what it was read from'),
          chain_id: count(),
          block: count(),
          records: list(text('a transaction')),
        },
        'every statement with what it rests on',
      ),
      not_checked: list(text(), 'what this answer says nothing about'),
      score_known_share: known(number('of the formula’s weight that could be judged', 2)),
    },
  }),
  signal({ account: fact }, now) {
    if (fact === undefined) throw new TollgateError('not_enough_data', 'the address was not read')
    const { value } = fact
    const account = toAccount(value)
    const into = account.transfers.filter(({ out, isGotByX402 }) => !out && isGotByX402)
    const dollars = new Map(value.tokens.filter(({ is_dollar }) => is_dollar).map((one) => [one.token, one.decimals]))
    const agents = value.agents?.map((one) => ({
      ...one,
      registeredAt: one.registered_at === null ? null : new Date(one.registered_at),
    }))
    const payments = {
      arePaymentsRead: value.payments_unread !== true,
      paid: { count: account.paidByX402 ?? 0, records: value.paid_by_x402 },
      got: { count: account.gotByX402 ?? 0, records: value.got_by_x402 },
      payers: new Set(into.map(({ other }) => other)).size,
      gotUsd: into.reduce(
        (sum, { token, units }) => sum + (dollars.has(token) ? (wholeUnits(units, dollars.get(token)!) ?? 0) : 0),
        0,
      ),
      lastPaymentAt: account.transfers.findLast(({ isGotByX402, isPaidByX402 }) => isGotByX402 || isPaidByX402)?.at ?? null,
    }
    const counterparties = new Set(account.transfers.map(({ other }) => other)).size
    const { mix, label, ageDays, claims, summary } = checkAgent(
      {
        address: value.address,
        chainId: value.chain_id,
        block: value.block.number,
        isWhole: account.isWhole,
        sanctioned: value.sanctioned,
        firstSeen: account.firstSeen,
        firstTx: account.transfers.slice(0, 1).find(({ tx }) => tx.startsWith('0x'))?.tx ?? null,
        sent: value.nonce,
        counterparties,
        agents: agents ?? null,
        asked: value.agent ?? null,
        site: value.site === undefined ? null : { domain: value.site.domain, isNamedByAgent: value.site.is_named_by_agent },
        ...payments,
      },
      now,
    )
    return {
      mix,
      label,
      direction: 'none',
      summary,
      resolved: toldName(value.resolved),
      agent_id: value.agent ?? null,
      site:
        value.site === undefined
          ? null
          : {
              domain: value.site.domain,
              named_by_agent: value.site.is_named_by_agent,
              registrations: value.site.registrations,
            },
      address: checksummed(value.address),
      chain_id: value.chain_id,
      agents: (agents ?? []).map(({ registeredAt, ...one }) => ({
        id: one.id,
        uri: one.uri,
        wallet: one.wallet === null ? null : checksummed(one.wallet),
        wallet_matches: one.wallet === null ? null : one.wallet === value.address,
        registered_at: registeredAt,
        clients: one.clients,
        feedback: one.feedback,
        mean: one.mean,
      })),
      registry_read: value.agents !== null,
      payments: {
        x402_made: account.paidByX402,
        x402_received: account.gotByX402,
        distinct_payers: payments.arePaymentsRead ? payments.payers : null,
        received_usd: payments.arePaymentsRead ? payments.gotUsd : null,
        last_at: payments.lastPaymentAt,
      },
      activity: { age_days: ageDays, is_floor: !account.isWhole, transactions_sent: value.nonce, counterparties },
      screening: { sanctions_oracle: value.sanctioned, lists: 'sanctions/screen?wallet=' },
      claims,
      not_checked: [
        ...(value.site === undefined ? ['domain proof: send domain, which names the agent'] : []),
        ...(value.site?.is_named_by_agent === null
          ? ['whether the agent names the site: its own registration could not be read']
          : []),
        'endpoints',
        'official sanctions lists',
        ...(value.agents === null ? ['ERC-8004 registries'] : []),
        ...leftOut(value),
      ],
      score_known_share: mix.availableWeight ?? 0,
    }
  },
})

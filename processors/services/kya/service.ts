// Know your agent: an address's ERC-8004 identity, reputation, x402 history, age and sanctions state, each claim with its evidence.
import { TollgateError } from '../../../base/errors.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import { toAccount, wholeUnits } from '../../families/evm-wallet.ts'
import { perWallet, resolvedName, toldName } from '../../families/per-address.ts'
import { checksummed } from '../../inputs/address.ts'
import {
  count,
  days,
  defineSignalService,
  flag,
  known,
  list,
  maybe,
  moment,
  newest,
  number,
  signalRoute,
  text,
  usd,
} from '../../kit/index.ts'
import { checkAgent, verdicts } from './signal.ts'

const taken = perWallet('evm-account', 'address')

export default defineSignalService({
  label: 'kya',
  title: 'Know your agent',
  description:
    'What a chain proves about an agent’s address: identity, reputation, x402 history, age and sanctions, each with evidence.',
  version: '4',
  tags: ['agents', 'x402', 'compliance'],
  readsChains: 'logs',
  rows: 'byKey',
  facts: (key) => ({ account: newest(evmAccounts, { key, days: 0 }) }),
  route: signalRoute({
    ...taken,
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
    answer: {
      resolved: resolvedName,
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
        'ERC-8004 identities this address owns now; empty where there are none',
      ),
      registry_read: flag('the registry could be read on this chain'),
      payments: {
        x402_made: count('in the blocks that could be read'),
        x402_received: count(),
        distinct_payers: count(),
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
    const got = new Set(value.got_by_x402)
    const into = value.transfers.filter(({ out, tx }) => !out && got.has(tx))
    const dollars = new Map(value.tokens.filter(({ is_dollar }) => is_dollar).map((one) => [one.token, one.decimals]))
    const paid = new Set(value.paid_by_x402)
    const agents = value.agents?.map((one) => ({
      ...one,
      registeredAt: one.registered_at === null ? null : new Date(one.registered_at),
    }))
    const payments = {
      paid: value.paid_by_x402,
      got: value.got_by_x402,
      payers: new Set(into.map(({ other }) => other)).size,
      gotUsd: into.reduce(
        (sum, { token, units }) => sum + (dollars.has(token) ? (wholeUnits(units, dollars.get(token)!) ?? 0) : 0),
        0,
      ),
      lastPaymentAt: account.transfers.findLast(({ tx }) => got.has(tx) || paid.has(tx))?.at ?? null,
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
        sent: value.nonce,
        counterparties,
        agents: agents ?? null,
        ...payments,
      },
      now,
    )
    return {
      mix,
      label,
      direction: 'none',
      summary,
      disclaimer:
        'About an address and what its chain shows, not about a person or a firm; registrations and feedback are cheap to make.',
      resolved: toldName(value.resolved),
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
        x402_made: payments.paid.length,
        x402_received: payments.got.length,
        distinct_payers: payments.payers,
        received_usd: payments.gotUsd,
        last_at: payments.lastPaymentAt,
      },
      activity: { age_days: ageDays, is_floor: !account.isWhole, transactions_sent: value.nonce, counterparties },
      screening: { sanctions_oracle: value.sanctioned, lists: 'sanctions/screen?wallet=' },
      claims,
      not_checked: [
        'domain proof',
        'endpoints',
        'official sanctions lists',
        'an agent by its number or its domain: the address that owns it is asked for',
        ...(value.agents === null ? ['ERC-8004 registries'] : []),
      ],
      score_known_share: mix.availableWeight ?? 0,
    }
  },
})

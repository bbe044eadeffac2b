// How established a wallet is: age, activity, holdings, x402 payments and the sanctions oracle, read from its chain at one block.
import { TollgateError } from '../../../base/errors.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import { hyperliquidAccounts } from '../../../ingestors/sources/hyperliquid-account/topic.ts'
import { leftOut, toAccount, transfersKept } from '../../families/evm-wallet.ts'
import { perWallet, resolvedName, toldName } from '../../families/per-address.ts'
import { checksummed } from '../../inputs/address.ts'
import {
  count,
  days,
  defineSignalService,
  dictionary,
  flag,
  known,
  list,
  maybe,
  moment,
  newest,
  number,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { scoreWallet, standings } from './signal.ts'

export default defineSignalService({
  label: 'wallet',
  title: 'Wallet score',
  description: 'How established a wallet is by what its chain shows: age, activity, holdings, x402 payments, sanctions oracle.',
  version: '6',
  tags: ['wallets', 'evm', 'risk'],
  readsChains: 'logs',
  rows: 'byKey',
  facts: (key) => ({ account: newest(evmAccounts, { key, days: 0 }), venue: newest(hyperliquidAccounts, { key, days: 0 }) }),
  route: signalRoute({
    ...perWallet('evm-account', 'address'),
    path: '/score',
    price: '0.15',
    summary:
      'How established is this wallet: age, transactions, counterparties, holdings, x402 payments and sanctions, with coverage',
    tags: ['wallets', 'evm', 'risk', 'compliance'],
    example: { address: '0x1111111111111111111111111111111111111111' },
    fresh: { minutes: 10 },
    sold: { days: 1 },
    range: [0, 100],
    labels: standings,
    disclaimer:
      'About an address and what its chain shows, not about a person; an address may have many owners, and an owner many addresses.',
    notTold: [
      'what the chain’s own coin is worth in dollars',
      'counterparties on lists of scams, money out of mixers',
      'what contracts were allowed to take',
      'a quicker reading of less: the whole is always read',
      'failed transactions, and whether a person or a program sends them',
    ],
    answer: {
      resolved: resolvedName,
      identity: {
        address: text(),
        chain_id: count(),
        kind: word(['eoa', 'delegated_eoa', 'safe']),
        block: count(),
      },
      activity: {
        first_seen: maybe(moment('its first token transfer that could be read')),
        age_days: days('since then', 1),
        is_floor: flag('older transfers could not be read: it may be older and have done more'),
        transactions_sent: count(),
        token_transfers: count(`the newest ${transfersKept} at most`),
        counterparties: count(),
        active_days_90: known(number('days with a transfer in the last ninety')),
        last_seen: maybe(moment()),
      },
      holdings: {
        priced_usd: known(usd('of tokens with a price', 2)),
        native_units: known(number('of the chain’s own coin', 6)),
        top: list({ token: text(), symbol: maybe(text()), units: number(), usd: number('US dollars', 2) }, { maxItems: 20 }),
      },
      behaviour: {
        x402_payments_made: maybe(count('null where the chain’s provider did not tell')),
        x402_payments_received: maybe(count()),
      },
      screening: {
        sanctions_oracle: maybe(
          flag('what the on-chain oracle of sanctioned addresses says at this block; null where the chain has none'),
        ),
        lists: text('where names and lists are screened'),
      },
      trading: maybe(
        section({ hyperliquid_account_usd: known(usd(undefined, 2)), positions: count(), fills_in_a_year: count() }),
      ),
      subscores: dictionary(known(number(undefined, 1))),
    },
  }),
  signal({ account: fact, venue }, now) {
    if (fact === undefined) throw new TollgateError('not_enough_data', 'the wallet was not read')
    const { value } = fact
    if (value.hyperliquid && venue === undefined) throw new TollgateError('not_enough_data', 'what the venue says is on its way')
    const account = toAccount(value)
    const { mix, label, activity, usd: worth, subscores, summary } = scoreWallet(account, now)
    return {
      mix,
      notTold: leftOut(value),
      label,
      direction: 'none',
      summary,
      resolved: toldName(value.resolved),
      identity: { address: checksummed(value.address), chain_id: value.chain_id, kind: account.kind, block: value.block.number },
      activity: {
        first_seen: activity.firstSeen,
        age_days: activity.ageDays,
        is_floor: !account.isWhole,
        transactions_sent: activity.sent,
        token_transfers: activity.transfers,
        counterparties: activity.counterparties,
        active_days_90: activity.activeDays90,
        last_seen: activity.lastSeen,
      },
      holdings: {
        priced_usd: worth,
        native_units: Number(value.native_units) / 1e18,
        top: account.holdings.map((one) => ({ ...one, token: checksummed(one.token) })),
      },
      behaviour: { x402_payments_made: account.paidByX402, x402_payments_received: account.gotByX402 },
      screening: { sanctions_oracle: account.sanctioned, lists: 'sanctions/screen?wallet=' },
      trading:
        venue === undefined
          ? null
          : {
              hyperliquid_account_usd: venue.value.account_usd,
              positions: venue.value.positions.length,
              fills_in_a_year: venue.value.fills.length,
            },
      subscores,
    }
  },
})

// What a wallet gained: its swaps by lots and its perpetual trades, in a window, with what could not be priced told.
import { TollgateError } from '../../../base/errors.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import { hyperliquidAccounts } from '../../../ingestors/sources/hyperliquid-account/topic.ts'
import { transfersKept, transfersOf, transfersSince, wholeUnits } from '../../families/evm-wallet.ts'
import { perWallet, resolvedName, toldName } from '../../families/per-address.ts'
import { settle } from '../../formula/lots.ts'
import { checksummed } from '../../inputs/address.ts'
import { defineChoice } from '../../inputs/choice.ts'
import {
  count,
  days,
  defineSignalService,
  known,
  list,
  maybe,
  mayTake,
  moment,
  newest,
  number,
  pct,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { computePnl, movesOf, onlyOn, outcomes, pnlVenues, type WindowName, windowDays } from './signal.ts'

const taken = perWallet('evm-account', 'wallet')
const money = known(usd(undefined, 2))
const window = defineChoice('window', ['30d', '7d', '90d', '1y', 'all'], { description: 'how far back gains count' })
const venue = defineChoice('venue', pnlVenues, { description: 'where: its chain, Hyperliquid, or both together' })
const method = defineChoice('method', ['fifo'], { description: 'first in, first out' })

export default defineSignalService({
  label: 'pnl',
  title: 'Wallet profit and loss',
  description: 'Realised and open gains of a wallet: swaps on its chain by FIFO lots, perpetual trades, fees and funding.',
  version: '9',
  tags: ['wallets', 'evm', 'trading'],
  readsChains: 'logs',
  rows: 'byKey',
  facts: (key) => ({ account: newest(evmAccounts, { key, days: 0 }), venue: newest(hyperliquidAccounts, { key, days: 0 }) }),
  route: signalRoute({
    takes: {
      ...taken.takes,
      venue: mayTake(venue, { fallback: 'all' }),
      window: mayTake(window, { fallback: '30d' }),
      method: mayTake(method, { fallback: 'fifo' }),
    },
    key: (input) => {
      const { window: asked = '30d', venue: where = 'all' } = input as { window?: string; venue?: string }
      return `${taken.key(input)}#${asked}${where === 'all' ? '' : `-${where}`}`
    },
    demand: taken.demand,
    path: '/pnl',
    price: '0.20',
    summary:
      'Profit and loss of a wallet: FIFO lots of its swaps, Hyperliquid closings, fees and funding, win rate, drawdown, open lots',
    tags: ['wallets', 'evm', 'trading', 'pnl'],
    example: { wallet: '0x1111111111111111111111111111111111111111' },
    fresh: { minutes: 5 },
    sold: { hours: 1 },
    range: [0, 100],
    labels: outcomes,
    answer: {
      resolved: resolvedName,
      wallet: text(),
      chain_id: count(),
      venue: word(pnlVenues, 'what is counted'),
      since: moment(`from when on transfers are counted: at most the newest ${transfersKept} are kept`),
      basis: section(
        {
          realized: word(['closed_in_window'], 'what was sold or closed within the window'),
          unrealized: word(
            ['open_lots_since_bought'],
            'what open lots and positions gained since each was opened, whatever the window',
          ),
        },
        'what net_usd is made of',
      ),
      pnl: {
        net_usd: known(usd('realized, unrealized and funding less fees', 2)),
        realized_usd: known(usd('before the fees of the perpetual venue', 2)),
        unrealized_usd: money,
        fees_usd: known(usd('of the perpetual venue, for openings too; gas is not read', 2)),
        funding_usd: money,
        equity_usd: known(usd('now, of what has a price', 2)),
        roi_pct: pct('net over what the equity would be without it; null where that is nothing or less', 2),
      },
      evm: {
        net_usd: usd('null where no deal could be priced', 2),
        realized_usd: usd('null where no deal could be priced', 2),
        unrealized_usd: usd('of lots whose cost and price are known', 2),
        sales: count(),
      },
      hyperliquid: maybe(
        section({
          net_usd: money,
          realized_usd: money,
          fees_usd: money,
          funding_usd: money,
          unrealized_usd: money,
          account_usd: money,
          closings: count(),
        }),
      ),
      stats: {
        trades: count('sales and closings'),
        win_rate_pct: pct(undefined, 1),
        profit_factor: number('what was won over what was lost', 2),
        max_drawdown_usd: usd('of the sum of realised results, after the fees of closings', 2),
        best_usd: usd(undefined, 2),
        worst_usd: usd(undefined, 2),
        hold_days: days('a sold lot was held on average', 1),
      },
      by_asset: list(
        { asset: text(), realized_usd: known(usd('after the fees of its closings', 2)), trades: count() },
        { maxItems: 200, description: 'the largest first' },
      ),
      open_lots: list(
        {
          asset: text(),
          quantity: known(number()),
          cost_usd: usd('null where it is not known', 2),
          value_usd: usd('at the price now', 2),
          opened_at: moment(),
        },
        { maxItems: 100, description: 'those worth most first' },
      ),
      curve: list({ at: moment(), realized_usd: money }, 'the sum of realised results, after the fees of closings'),
      unpriced: list(text(), {
        maxItems: 200,
        description: 'assets with a deal or a deposit that no dollar token priced: of those lots alone the gain is left out',
      }),
      unmatched: list(
        { asset: text(), quantity: known(number()), sold_for_usd: money },
        {
          maxItems: 100,
          description: 'sold without having been seen to come, or come for what nobody could price; left out; the largest first',
        },
      ),
    },
  }),
  signal({ account, venue }, now, key) {
    if (account === undefined) throw new TollgateError('not_enough_data', 'the wallet was not read')
    const { value } = account
    if (value.hyperliquid && venue === undefined) throw new TollgateError('not_enough_data', 'what the venue says is on its way')
    const decimals = new Map(value.tokens.map((one) => [one.token, one.decimals]))
    const inputs = {
      chain: {
        isWhole: value.from_block === 0 && !value.is_cut,
        legs: transfersOf(value).flatMap(({ tx, at, token, out, units }) => {
          const whole = wholeUnits(units, decimals.get(token) ?? null)
          return whole === null || whole === 0 ? [] : [{ tx, at, token, out, units: whole }]
        }),
        held: value.tokens.map((one) => ({
          token: one.token,
          symbol: one.symbol,
          units: wholeUnits(one.units, one.decimals),
          priceUsd: one.price_usd,
          isDollar: one.is_dollar,
        })),
      },
      venue:
        venue === undefined
          ? null
          : {
              accountUsd: venue.value.account_usd,
              unrealizedUsd: venue.value.positions.reduce((sum, one) => sum + one.unrealized_usd, 0),
              fills: venue.value.fills.map((one) => ({
                at: new Date(one.at),
                coin: one.coin,
                closedUsd: one.closed_usd,
                feeUsd: one.fee_usd,
              })),
              funding: venue.value.funding.map((one) => ({ at: new Date(one.at), coin: one.coin, usd: one.usd })),
              isCut: venue.value.is_cut,
            },
    }
    const ledger = settle(movesOf(inputs.chain, now))
    const asked = (Object.keys(windowDays) as WindowName[]).flatMap((name) => pnlVenues.map((where) => ({ name, where })))
    return asked.map(({ name, where }) => {
      const told = computePnl(onlyOn(where, inputs), name, now, where, where === 'hyperliquid' ? undefined : ledger)
      return {
        ...told,
        key: `${key}#${told.key}${where === 'all' ? '' : `-${where}`}`,
        venue: where,
        resolved: toldName(value.resolved),
        basis: { realized: 'closed_in_window', unrealized: 'open_lots_since_bought' } as const,
        wallet: checksummed(value.address),
        chain_id: value.chain_id,
        since: transfersSince(value),
      }
    })
  },
})

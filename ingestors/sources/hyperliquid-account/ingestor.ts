// Asks for an account's state, fills and funding of a year.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { type Row, readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { askHyperliquid } from '../hyperliquid-perps/origin.ts'
import type { hyperliquidAccounts } from './topic.ts'
import { hyperliquidAccounts as topic } from './topic.ts'

interface Raw {
  readonly asked: string
  readonly state: unknown
  readonly fills: unknown
  readonly funding: unknown
}

const yearMs = 365 * 86_400_000
const mostRows = 2_000
/** The venue's own vault of liquidity: an account that is always there. */
const shown = '8453:0xdfc24b077bc1425ad1dea75bcb6f8158e10df303'

/** A chain and an address; or a chain and a name, `=`, and the address that has been found for it. */
async function ask(key: string, context: FetchContext): Promise<Raw> {
  const [asked = key] = key.split('=')
  const user = /[:=](0x[0-9a-fA-F]{40})$/.exec(key)?.[1]?.toLowerCase()
  if (user === undefined) throw new TollgateError('key_unknown', 'that is no account')
  const startTime = context.at.getTime() - yearMs
  return {
    asked,
    state: await askHyperliquid(context, { type: 'clearinghouseState', user }),
    fills: await askHyperliquid(context, { type: 'userFillsByTime', user, startTime }),
    funding: await askHyperliquid(context, { type: 'userFunding', user, startTime }),
  }
}

export default defineIngestor<ValueOf<typeof hyperliquidAccounts>, Raw>({
  source: 'hyperliquid-account',
  topic,
  schedule: '52 5 * * *',
  grade: 'B',
  proof: 'captured 2026-06',
  async fetch(context) {
    const raw = await ask(shown, context)
    // That one trades at every hour.
    readRows(raw.fills, 'the fills')
    return raw
  },
  parse({ asked, state, fills, funding }, at) {
    const account = readRow(state, 'the state')
    const traded = readRows(fills, 'the fills', { mayBeEmpty: true })
    const paid = readRows(funding, 'the funding', { mayBeEmpty: true })
    return [
      {
        asked,
        read_at: at.toISOString(),
        account_usd: readNumber(readRow(account.marginSummary, 'marginSummary').accountValue, 'accountValue'),
        positions: readRows(account.assetPositions, 'assetPositions', { mayBeEmpty: true }).map((row) => {
          const position = readRow(row.position, 'position')
          const number = (member: string) => readNumber(position[member], member)
          return {
            coin: readText(position.coin, 'coin'),
            size: number('szi'),
            entry_usd: number('entryPx'),
            value_usd: number('positionValue'),
            unrealized_usd: number('unrealizedPnl'),
          }
        }),
        fills: traded.map((row) => ({
          at: timeOf(row.time),
          coin: readText(row.coin, 'coin'),
          closed_usd: readNumber(row.closedPnl, 'closedPnl'),
          fee_usd: readFee(row),
          usd: readNumber(row.px, 'px') * readNumber(row.sz, 'sz'),
        })),
        funding: paid.map((row) => {
          const delta = readRow(row.delta, 'delta')
          return { at: timeOf(row.time), coin: readText(delta.coin, 'coin'), usd: readNumber(delta.usdc, 'usdc') }
        }),
        is_cut: traded.length >= mostRows || paid.length >= mostRows,
      },
    ]
  },
  openKeys: {
    fetch: ask,
    pollSeconds: 300,
    watchSeconds: 1_800,
    cooldownSeconds: 30,
    unknownSeconds: 600,
    concurrency: 2,
    perSecond: 2,
  },
})

// A perpetual is paid for in dollars of some kind; whoever buys coins themselves (@107, PURR/USDC) pays in those.
function readFee(row: Row): number {
  const fee = readNumber(row.fee, 'fee')
  const isSpot = /^@\d+$|\//.test(readText(row.coin, 'coin'))
  return !isSpot || readText(row.feeToken, 'feeToken').includes('USD') ? fee : fee * readNumber(row.px, 'px')
}

const timeOf = (ms: unknown): string => new Date(readNumber(ms, 'time')).toISOString()

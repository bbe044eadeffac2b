// Asks GoPlus about a token; its flags are the texts 0 and 1, and what is missing is unknown.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside, type SetAside } from '../../aside.ts'
import { type OutsideAnswer, type OutsideKey, readOutsideKey, shownToken } from '../../contracts/outside-key.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readTextOrNull } from '../../formats/json.ts'
import { tokenScreenings } from './topic.ts'

type Fact = ValueOf<typeof tokenScreenings>

const chains = new Set([1, 10, 56, 137, 8453, 42161, 43114])

async function screen(key: OutsideKey, { http, signal }: FetchContext): Promise<OutsideAnswer[]> {
  if (!chains.has(key.chainId)) throw new TollgateError('key_unknown', `chain ${key.chainId} is not screened`)
  const url = `https://api.gopluslabs.io/api/v1/token_security/${key.chainId}?contract_addresses=${key.token}`
  return [{ ...key, body: await http.json(url, { signal }) }]
}

export default defineIngestor<Fact, OutsideAnswer[]>({
  source: 'goplus-token',
  topic: tokenScreenings,
  schedule: '45 5 * * *',
  grade: 'C',
  proof: 'captured 2023-12',
  async fetch(context) {
    const fetched = await screen(shownToken, context)
    // The token the documents show is held by many.
    readRows(rowOf(fetched[0]!.body, shownToken.token).holders, 'holders')
    return fetched
  },
  parse: (fetched, at, setAside) =>
    fetched.map(({ asked, chainId, token, body }) => ({
      asked,
      chain_id: chainId,
      read_at: at.toISOString(),
      token,
      ...readScreening(body, token, setAside),
    })),
  openKeys: {
    fetch: (key, context) => screen(readOutsideKey(key), context),
    pollSeconds: 600,
    watchSeconds: 1_800,
    cooldownSeconds: 60,
    unknownSeconds: 3_600,
    concurrency: 2,
    perSecond: 0.5,
  },
})

function rowOf(body: unknown, token: string): Row {
  const { code, result } = readRow(body, 'the answer')
  // 2: partly, what it has is there; everything else is a complaint with a status of 200.
  if (code !== 1 && code !== 2) throw new TollgateError('upstream_changed', `GoPlus answers with code ${JSON.stringify(code)}`)
  return readRow(readRow(result, 'result')[token], 'the token')
}

function readScreening(body: unknown, token: string, setAside: SetAside | undefined) {
  const row = rowOf(body, token)
  // What cannot be read is unknown, as what is missing.
  const orUnknown = <V>(member: string, read: () => V | null): V | null => readOrSetAside(() => member, read, setAside) ?? null
  const flag = (member: string): boolean | null => orUnknown(member, () => readFlag(row, member))
  const figure = (member: string): number | null => orUnknown(member, () => readNumberOrNull(row[member], member))
  return {
    honeypot: flag('is_honeypot'),
    cannot_sell_all: flag('cannot_sell_all'),
    cannot_buy: flag('cannot_buy'),
    mintable: flag('is_mintable'),
    pausable: flag('transfer_pausable'),
    blacklist: flag('is_blacklisted'),
    hidden_owner: flag('hidden_owner'),
    can_take_back_ownership: flag('can_take_back_ownership'),
    owner_changes_balances: flag('owner_change_balance'),
    self_destructs: flag('selfdestruct'),
    tax_modifiable: flag('slippage_modifiable'),
    trading_cooldown: flag('trading_cooldown'),
    open_source: flag('is_open_source'),
    creator_made_honeypots: flag('honeypot_with_same_creator'),
    buy_tax: figure('buy_tax'),
    sell_tax: figure('sell_tax'),
    holders: figure('holder_count'),
    creator_share: figure('creator_percent'),
    top: orUnknown('holders', () => readTop(row)) ?? [],
    lp_lockers: orUnknown('lp_holders', () => readLockers(row)),
  }
}

function readFlag(row: Row, member: string): boolean | null {
  const value = row[member]
  if (value === undefined || value === null || value === '') return null
  if (value !== '0' && value !== '1')
    throw new TollgateError('upstream_changed', `${member} is neither 0 nor 1: ${JSON.stringify(value)?.slice(0, 40)}`)
  return value === '1'
}

/** Each holder's percent is a fraction of one, as text. */
function readTop(row: Row): Fact['top'] {
  if (row.holders === undefined || row.holders === null) return []
  return readRows(row.holders, 'holders', { mayBeEmpty: true }).map((one) => ({
    share: readNumber(one.percent, 'percent'),
    locked: flagNumber(one.is_locked),
  }))
}

function flagNumber(value: unknown): boolean {
  if (value !== 0 && value !== 1)
    throw new TollgateError('upstream_changed', `is_locked is ${JSON.stringify(value)?.slice(0, 40)}`)
  return value === 1
}

/** Who holds shares of its largest pool that cannot be moved yet, and until when; null where the token is in no pool it knows. */
function readLockers(row: Row): NonNullable<Fact['lp_lockers']> | null {
  if (row.lp_holders === undefined || row.lp_holders === null) return null
  return readRows(row.lp_holders, 'lp_holders', { mayBeEmpty: true })
    .filter((one) => flagNumber(one.is_locked))
    .map((one) => {
      const details = one.locked_detail == null ? [] : readRows(one.locked_detail, 'locked_detail', { mayBeEmpty: true })
      const ends = details.flatMap(({ end_time: end }) => (typeof end === 'string' && end !== '' ? [Date.parse(end)] : []))
      const first = ends.length === 0 ? null : Math.min(...ends)
      return {
        name: one.tag === '' ? null : readTextOrNull(one.tag, 'tag'),
        share: readNumber(one.percent, 'percent'),
        // Burnt shares have no end.
        until: first === null || Number.isNaN(first) ? null : new Date(first).toISOString(),
      }
    })
}

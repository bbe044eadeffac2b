// Polls a beacon node's standard REST API: the head, both queues, the speed limit and the last block's committee rewards.
// Documented (the beacon-APIs specification); of the answers only headers and validators were seen as captured.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { beaconQueues } from './topic.ts'

interface Raw {
  readonly head: unknown
  /** Of these each may be missing; many public nodes keep no rewards. */
  readonly deposits?: unknown
  readonly exits?: unknown
  readonly spec?: unknown
  readonly rewards?: unknown
}

const node = 'https://ethereum-beacon-api.publicnode.com/eth/v1'
const gweiPerEth = 1e9
const slotsPerEpoch = 32
// Validators that never asked to leave have the largest number there is.
const farFuture = 2 ** 63

export default defineIngestor<ValueOf<typeof beaconQueues>, Raw>({
  source: 'beacon-queues',
  topic: beaconQueues,
  schedule: '9,39 * * * *',
  grade: 'A',
  proof: 'documented',
  // One of the queues alone is still news.
  mostAside: 0.8,
  async fetch(context) {
    const ask = (path: string) => context.http.json(`${node}${path}`, { signal: context.signal, timeoutMs: 60_000 })
    const part = (name: string, asked: Promise<unknown>) => fetchedOrAside(name, asked, context.setAside)
    return {
      // Without the head nobody knows when it was.
      head: await ask('/beacon/headers/head'),
      spec: await part('the spec', ask('/config/spec')),
      deposits: await part('the deposits', ask('/beacon/states/head/pending_deposits')),
      exits: await part('the exits', ask('/beacon/states/head/validators?status=active_exiting')),
      rewards: await part('the committee’s rewards', askRewards(context)),
    }
  },
  parse({ head, spec, deposits, exits, rewards }, at, setAside) {
    const message = readRow(readRow(readRow(dataOf(head), 'the head').header, 'header').message, 'message')
    const speed = readPart('the spec', spec, readSpec, setAside)
    const waiting = readPart('the deposits', deposits, readDeposits, setAside)
    const leaving = readPart('the exits', exits, readExits, setAside)
    const most = readPart('the committee’s rewards', rewards, readRewards, setAside)
    if (waiting?.count === 0 && leaving?.count === 0 && most === null)
      throw new TollgateError('upstream_changed', 'nobody waits, nobody leaves and nobody is paid: the lists are empty')
    return [
      {
        at: at.toISOString(),
        epoch: Math.floor(readNumber(message.slot, 'slot') / slotsPerEpoch),
        churn_eth_per_epoch: speed,
        totals: {
          pending_deposits: waiting?.count ?? null,
          pending_deposit_eth: waiting?.eth ?? null,
          exiting_validators: leaving?.count ?? null,
          last_exit_epoch: leaving?.last ?? null,
          sync_reward_gwei: most,
        },
      },
    ]
  },
})

const churn = 'MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT'

const dataOf = (answer: unknown): unknown => readRow(answer, 'the answer').data

const askRewards = ({ http, signal }: FetchContext): Promise<unknown> =>
  http.json(`${node}/beacon/rewards/sync_committee/head`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[]',
    signal,
  })

/** What one of the answers tells; null where it did not come or cannot be read. */
const readPart = <V>(name: string, answer: unknown, read: (data: unknown) => V, setAside: SetAside | undefined): V | null =>
  answer === undefined
    ? null
    : (readOrSetAside(
        () => name,
        () => read(dataOf(answer)),
        setAside,
      ) ?? null)

const readSpec = (data: unknown): number => readNumber(readRow(data, 'the spec')[churn], churn) / gweiPerEth

function readDeposits(data: unknown) {
  const waiting = readRows(data, 'the deposits', { mayBeEmpty: true })
  return { count: waiting.length, eth: waiting.reduce((sum, row) => sum + readNumber(row.amount, 'amount'), 0) / gweiPerEth }
}

function readExits(data: unknown) {
  const leaving = readRows(data, 'the exits', { mayBeEmpty: true })
  const epochs = leaving
    .map((row) => readNumber(readRow(row.validator, 'validator').exit_epoch, 'exit_epoch'))
    .filter((epoch) => epoch < farFuture)
  return { count: leaving.length, last: epochs.length === 0 ? null : Math.max(...epochs) }
}

function readRewards(data: unknown): number | null {
  const most = Math.max(0, ...readRows(data, 'the rewards').map((row) => readNumber(row.reward, 'reward')))
  return most === 0 ? null : most
}

// Polls a beacon node's standard REST API: the head, both queues, the speed limit and the last block's committee rewards.
// Documented (the beacon-APIs specification); of the answers only headers and validators were seen as captured.
import type { ValueOf } from '../../../db/log/topic.ts'
import { readOrSetAside } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { beaconQueues } from './topic.ts'

interface Raw {
  readonly head: unknown
  readonly deposits: unknown
  readonly exits: unknown
  readonly spec: unknown
  /** null: many public nodes keep no rewards. */
  readonly rewards: unknown
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
  async fetch(context) {
    const ask = (path: string) => context.http.json(`${node}${path}`, { signal: context.signal, timeoutMs: 60_000 })
    return {
      head: await ask('/beacon/headers/head'),
      spec: await ask('/config/spec'),
      deposits: await ask('/beacon/states/head/pending_deposits'),
      exits: await ask('/beacon/states/head/validators?status=active_exiting'),
      rewards: await askRewards(context),
    }
  },
  parse({ head, spec, deposits, exits, rewards }, at) {
    const message = readRow(readRow(readRow(dataOf(head), 'the head').header, 'header').message, 'message')
    const waiting = readRows(dataOf(deposits), 'the deposits', { mayBeEmpty: true })
    const leaving = readRows(dataOf(exits), 'the exits', { mayBeEmpty: true })
    const epochs = leaving
      .map((row) => readNumber(readRow(row.validator, 'validator').exit_epoch, 'exit_epoch'))
      .filter((epoch) => epoch < farFuture)
    const earned = rewards === null ? [] : readRows(dataOf(rewards), 'the rewards').map((row) => readNumber(row.reward, 'reward'))
    const most = Math.max(0, ...earned)
    return [
      {
        at: at.toISOString(),
        epoch: Math.floor(readNumber(message.slot, 'slot') / slotsPerEpoch),
        churn_eth_per_epoch: readNumber(readRow(dataOf(spec), 'the spec')[churn], churn) / gweiPerEth,
        totals: {
          pending_deposits: waiting.length,
          pending_deposit_eth: waiting.reduce((sum, row) => sum + readNumber(row.amount, 'amount'), 0) / gweiPerEth,
          exiting_validators: leaving.length,
          last_exit_epoch: epochs.length === 0 ? null : Math.max(...epochs),
          sync_reward_gwei: most === 0 ? null : most,
        },
      },
    ]
  },
})

const churn = 'MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT'

const dataOf = (answer: unknown): unknown => readRow(answer, 'the answer').data

async function askRewards({ http, signal, setAside }: FetchContext): Promise<unknown> {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]', signal } as const
  const [one] = await Promise.allSettled([http.json(`${node}/beacon/rewards/sync_committee/head`, asked)])
  const read = () => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  }
  return readOrSetAside(() => 'the committee’s rewards', read, setAside) ?? null
}

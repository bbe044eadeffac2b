// Written by us in the shapes of the beacon-APIs: numbers as text, gwei, a queue both ways, members that missed their block.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const genesisS = 1_606_824_023

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'ethereum-beacon-api.publicnode.com') return null
    const slot = Math.floor((now.getTime() / 1_000 - genesisS) / 12)
    const epoch = Math.floor(slot / 32)
    const day = dayNumber(now)
    const answers: Record<string, () => unknown> = {
      '/eth/v1/beacon/headers/head': () => ({
        root: '0x00',
        canonical: true,
        header: { message: { slot: String(slot), proposer_index: '7' }, signature: '0x00' },
      }),
      '/eth/v1/config/spec': () => ({ MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT: '256000000000', SLOTS_PER_EPOCH: '32' }),
      '/eth/v1/beacon/states/head/pending_deposits': () =>
        Array.from({ length: 240 }, (_, i) => ({
          pubkey: `0x${String(i).padStart(4, '0')}`,
          withdrawal_credentials: '0x01',
          amount: String(i % 3 === 0 ? 2_048_000_000_000 : 32_000_000_000),
          signature: '0x00',
          slot: String(slot - 10 * i),
        })),
      '/eth/v1/beacon/states/head/validators': () =>
        Array.from({ length: 60 }, (_, i) => ({
          index: String(1_000 + i),
          balance: '32001234567',
          status: 'active_exiting',
          validator: {
            effective_balance: '32000000000',
            slashed: false,
            activation_epoch: '300000',
            exit_epoch: String(epoch + 5 + Math.round(i * level('beacon-exit', day, 12, 6))),
            withdrawable_epoch: '18446744073709551615',
          },
        })),
      '/eth/v1/beacon/rewards/sync_committee/head': () =>
        ['22940', '-22940', '22940'].map((reward, i) => ({ validator_index: String(i), reward })),
    }
    const data = answers[url.pathname]?.()
    if (data === undefined) return { status: 404, type: 'application/json', body: '{"code":404,"message":"NOT_FOUND"}' }
    return { type: 'application/json', body: JSON.stringify({ execution_optimistic: false, finalized: false, data }) }
  },
})

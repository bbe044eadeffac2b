// Polls inflation, supply and vote accounts; stake is in lamports beyond 2^53.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { askRpc } from '../../shapes/json-rpc.ts'
import { solanaStake } from './topic.ts'

interface Raw {
  readonly inflation: unknown
  readonly supply: unknown
  readonly accounts: unknown
}

const url = 'https://api.mainnet-beta.solana.com'
const lamportsPerSol = 1e9

export default defineIngestor<ValueOf<typeof solanaStake>, Raw>({
  source: 'solana-stake',
  topic: solanaStake,
  schedule: '25 * * * *',
  grade: 'A',
  proof: 'captured 2025-08-22',
  fetch: async (context) => ({
    inflation: await askRpc(context, url, 'getInflationRate'),
    supply: await askRpc(context, url, 'getSupply', [{ excludeNonCirculatingAccountsList: true }]),
    accounts: await askRpc(context, url, 'getVoteAccounts'),
  }),
  parse(raw, at) {
    const inflation = readRow(raw.inflation, 'the inflation')
    const supply = readRow(readRow(raw.supply, 'the supply').value, 'value')
    const accounts = readRow(raw.accounts, 'the vote accounts')
    const current = readRows(accounts.current, 'current').map((row) => ({
      sol: readNumber(row.activatedStake, 'activatedStake') / lamportsPerSol,
      commission: readNumber(row.commission, 'commission'),
    }))
    const delinquent = readRows(accounts.delinquent, 'delinquent', { mayBeEmpty: true })
    const active = current.reduce((sum, { sol }) => sum + sol, 0)
    return [
      {
        at: at.toISOString(),
        epoch: readNumber(inflation.epoch, 'epoch'),
        inflation_pct: 100 * readNumber(inflation.validator, 'validator'),
        supply_sol: readNumber(supply.total, 'total') / lamportsPerSol,
        totals: {
          active_sol: active,
          delinquent_sol:
            delinquent.reduce((sum, row) => sum + readNumber(row.activatedStake, 'activatedStake'), 0) / lamportsPerSol,
          commission_pct: active === 0 ? 0 : current.reduce((sum, { sol, commission }) => sum + sol * commission, 0) / active,
          validators: current.length,
        },
      },
    ]
  },
})

// Polls the waiting time of a withdrawal of 32 ether; it is told in milliseconds. Written against a captured answer.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readRow, readText } from '../../formats/json.ts'
import { lidoWithdrawals } from './topic.ts'

export default defineIngestor<ValueOf<typeof lidoWithdrawals>, unknown>({
  source: 'lido-withdrawals',
  topic: lidoWithdrawals,
  schedule: '14,44 * * * *',
  grade: 'B',
  proof: 'captured 2026-03-12',
  fetch: ({ http, signal }) => http.json('https://wq-api.lido.fi/v2/request-time/calculate?amount=32', { signal }),
  parse(answer, at) {
    const { status, requestInfo } = readRow(answer, 'the answer')
    if (status !== 'calculated') throw new TollgateError('upstream_changed', `the waiting time is ${String(status)}`)
    const info = readRow(requestInfo, 'requestInfo')
    return [
      {
        at: at.toISOString(),
        seconds: readNumber(info.finalizationIn, 'finalizationIn') / 1_000,
        way: readText(info.type, 'type'),
      },
    ]
  },
})

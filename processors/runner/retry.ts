// Applies one dead letter again, as its service would today.

import { TollgateError } from '../../base/errors.ts'
import { refusalOf } from '../../db/refusal.ts'
import { announceRows } from '../../db/rows/announced.ts'
import { dropDeadLetter, listDeadLetters, markRetried } from '../../db/work/dead-letters.ts'
import { applyRecords, type RunnerOptions } from './run.ts'

export async function retryDeadLetter(options: RunnerOptions, id: number): Promise<{ mended: boolean; rows: number }> {
  const [letter] = await listDeadLetters(options.database.pool, { id })
  const topic = options.service.reads.find((candidate) => candidate.name === letter?.topic)
  const { label } = options.service
  if (letter === undefined || letter.group !== label)
    throw new TollgateError('record_invalid', `dead letter ${id} is not one of ${label}'s`)
  if (topic === undefined) throw new TollgateError('record_invalid', `${label} of this release does not read ${letter.topic}`)
  // A letter without a value stands for a failed computation only: its record's fact is stored already.
  const records = letter.value === null ? [] : [{ ...letter, appendedAt: letter.failedAt }]
  try {
    return await options.database.transaction(async (connection) => {
      const manner = { alsoKeys: letter.computeKeys ?? [], inNameOf: letter, isCareful: true }
      const { changes, dead } = await applyRecords(options, connection, topic, records, manner)
      await announceRows(connection, changes)
      if (dead === 0) await dropDeadLetter(connection, id)
      else await markRetried(connection, id)
      return { mended: dead === 0, rows: changes.length }
    })
  } catch (error) {
    if (refusalOf(error) === null) throw error
    await markRetried(options.database.pool, id)
    return { mended: false, rows: 0 }
  }
}

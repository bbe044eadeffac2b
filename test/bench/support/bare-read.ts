// A topic of the Postgres log read as plainly as SQL can: what replay and the runner are measured against.
import type { Database } from '../../../db/client.ts'
import type { Topic } from '../../../db/log/topic.ts'
import { secondsOf } from './engine.ts'

export type RecordColumn = 'key' | 'value' | 'appended_at'

/** The seconds it takes, page by page, with the same columns as what it is compared with. */
export function readBare(database: Database, topic: Topic<any>, columns: readonly RecordColumn[]): Promise<number> {
  const text = `SELECT "offset", ${columns.join(', ')} FROM log_record
    WHERE topic_id = (SELECT id FROM log_topic WHERE name = $1) AND partition = $2 AND "offset" >= $3 ORDER BY "offset" LIMIT 2000`
  return secondsOf(async () => {
    for (let partition = 0; partition < topic.partitions; partition++) {
      let next = 0
      for (;;) {
        const { rows } = await database.pool.query<{ offset: string }>(text, [topic.name, partition, next])
        if (rows.length === 0) break
        next = Number(rows.at(-1)!.offset) + 1
      }
    }
  })
}

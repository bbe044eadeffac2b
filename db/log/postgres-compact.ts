// Compaction of the Postgres log: each key keeps its newest record and what that replaced of late, found partition by partition.
import type { Database } from '../client.ts'

export interface Compactor {
  /** Deletes one batch; 0 when every compacted topic has been gone through once. */
  batch(now: Date, batchSize: number): Promise<number>
}

interface Place {
  topic_id: number
  partition: number
}

const dayMs = 86_400_000
// A late reader still learns of a removal for this long after what it removed has gone; never before that, or that would be back.
const tombstoneKeptMs = dayMs
const lookedUpAtOnce = 50_000

/** What a newer record replaced stays for so many days after that: rows of that time can be explained as long. */
export function createCompactor({ pool }: Database, afterDays = 0): Compactor {
  let places: Place[] | null = null
  let found: { readonly place: Place; readonly offsets: string[] } | null = null
  const findPlaces = async (): Promise<Place[]> => {
    const { rows } = await pool.query<Place>(
      'SELECT p.topic_id, p.partition FROM log_partition p JOIN log_topic t ON t.id = p.topic_id WHERE t.compact ORDER BY 1, 2',
    )
    return rows
  }
  const findSuperseded = async (place: Place, now: Date): Promise<string[]> => {
    const before = now.getTime() - afterDays * dayMs
    const youngest = afterDays === 0 ? null : new Date(before)
    const { rows } = await pool.query<{ offset: string }>(
      `SELECT "offset" FROM (SELECT "offset", value IS NULL AND appended_at < $3 AS is_buried,
           lead("offset") OVER (PARTITION BY key ORDER BY "offset") AS newer
         FROM log_record WHERE topic_id = $1 AND partition = $2 AND ($4::timestamptz IS NULL OR appended_at <= $4)) r
       WHERE newer IS NOT NULL OR is_buried LIMIT ${lookedUpAtOnce}`,
      [place.topic_id, place.partition, new Date(before - tombstoneKeptMs), youngest],
    )
    return rows.map(({ offset }) => offset)
  }
  return {
    async batch(now, batchSize) {
      places ??= await findPlaces()
      while (found === null && places.length > 0) {
        const offsets = await findSuperseded(places[0]!, now)
        if (offsets.length > 0) found = { place: places[0]!, offsets }
        if (offsets.length < lookedUpAtOnce) places.shift()
      }
      if (found === null) {
        places = null
        return 0
      }
      const { place, offsets } = found
      const chosen = offsets.splice(0, batchSize)
      if (offsets.length === 0) found = null
      await pool.query('DELETE FROM log_record WHERE topic_id = $1 AND partition = $2 AND "offset" = ANY($3::bigint[])', [
        place.topic_id,
        place.partition,
        chosen,
      ])
      return chosen.length
    },
  }
}

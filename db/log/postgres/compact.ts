// Compaction of the Postgres log: each key keeps its newest record and what that replaced of late, found partition by partition.
import type { Connection, Database } from '../../client.ts'

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
// A partition is sorted once for so many: as numbers they take 32 MB.
const mostFound = 4_000_000
const fetchedAtOnce = 20_000

/** What a newer record replaced stays for so many days after that: rows of that time can be explained as long. */
export function createCompactor(database: Database, afterDays = 0): Compactor {
  const { pool } = database
  let places: Place[] | null = null
  let found: { readonly place: Place; offsets: BigInt64Array } | null = null
  const findPlaces = async (): Promise<Place[]> => {
    const { rows } = await pool.query<Place>(
      'SELECT p.topic_id, p.partition FROM log_partition p JOIN log_topic t ON t.id = p.topic_id WHERE t.compact ORDER BY 1, 2',
    )
    return rows
  }
  const findSuperseded = (place: Place, now: Date): Promise<BigInt64Array> => {
    const before = now.getTime() - afterDays * dayMs
    const youngest = afterDays === 0 ? null : new Date(before)
    return database.transaction(async (connection) => {
      await connection.query(
        `DECLARE superseded NO SCROLL CURSOR FOR SELECT "offset" FROM (SELECT "offset", value IS NULL AND appended_at < $3 AS is_buried,
             lead("offset") OVER (PARTITION BY key ORDER BY "offset") AS newer
           FROM log_record WHERE topic_id = $1 AND partition = $2 AND ($4::timestamptz IS NULL OR appended_at <= $4)) r
         WHERE newer IS NOT NULL OR is_buried`,
        [place.topic_id, place.partition, new Date(before - tombstoneKeptMs), youngest],
      )
      return readOffsets(connection)
    })
  }
  return {
    async batch(now, batchSize) {
      places ??= await findPlaces()
      while (found === null && places.length > 0) {
        const offsets = await findSuperseded(places[0]!, now)
        if (offsets.length > 0) found = { place: places[0]!, offsets }
        if (offsets.length < mostFound) places.shift()
      }
      if (found === null) {
        places = null
        return 0
      }
      const { place, offsets } = found
      const chosen = Array.from(offsets.subarray(0, batchSize), String)
      found.offsets = offsets.subarray(batchSize)
      if (found.offsets.length === 0) found = null
      await pool.query('DELETE FROM log_record WHERE topic_id = $1 AND partition = $2 AND "offset" = ANY($3::bigint[])', [
        place.topic_id,
        place.partition,
        chosen,
      ])
      return chosen.length
    },
  }
}

async function readOffsets(connection: Connection): Promise<BigInt64Array> {
  const parts: BigInt64Array[] = []
  let length = 0
  for (;;) {
    const { rows } = await connection.query<{ offset: string }>(`FETCH ${fetchedAtOnce} FROM superseded`)
    parts.push(BigInt64Array.from(rows, ({ offset }) => BigInt(offset)))
    length += rows.length
    if (rows.length < fetchedAtOnce || length >= mostFound) break
  }
  const all = new BigInt64Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  // As they lie, so that no page is written for each of its records; of a key the older still goes first.
  return all.sort()
}

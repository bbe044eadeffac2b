// Finds where in a partition a moment is, by halving: offsets and the times of their appending go the same way.
import type { Queryable } from '../../client.ts'

// The clock of a server may have been put back by so much: from there on the records themselves are looked at.
const margin = "interval '10 minutes'"

/** Of each partition the first offset appended at that time or later; the next one to come where there is none. */
export const offsetsAtQuery = `WITH RECURSIVE halved AS (
    SELECT partition, low_offset AS low, next_offset AS high, next_offset FROM log_partition WHERE topic_id = $1
    UNION ALL
    SELECT h.partition, CASE WHEN e.is_early THEN m.mid + 1 ELSE h.low END, CASE WHEN e.is_early THEN h.high ELSE m.mid END, h.next_offset
    FROM halved h, LATERAL (SELECT (h.low + h.high) / 2 AS mid) m, LATERAL (SELECT coalesce((
        SELECT r.appended_at < $2::timestamptz - ${margin} FROM log_record r
        WHERE r.topic_id = $1 AND r.partition = h.partition AND r."offset" >= m.mid ORDER BY r."offset" LIMIT 1), false) AS is_early) e
    WHERE h.low < h.high)
  SELECT h.partition, coalesce((SELECT r."offset" FROM log_record r
      WHERE r.topic_id = $1 AND r.partition = h.partition AND r."offset" >= h.low AND r.appended_at >= $2
      ORDER BY r."offset" LIMIT 1), h.next_offset) AS "offset"
  FROM halved h WHERE h.low >= h.high`

export async function findOffsetsAt(database: Queryable, topicId: number, at: Date): Promise<Map<number, bigint>> {
  const { rows } = await database.query<{ partition: number; offset: string }>(offsetsAtQuery, [topicId, at])
  return new Map(rows.map((row) => [row.partition, BigInt(row.offset)]))
}

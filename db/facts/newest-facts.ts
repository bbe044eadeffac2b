// Facts of which only the newest of each key is ever looked at: a state that is told anew every day.
import type { Connection } from '../client.ts'
import { insertFacts, type StoredFact } from './observations.ts'

export async function insertNewestFacts(connection: Connection, facts: readonly StoredFact[]): Promise<void> {
  await insertFacts(connection, facts)
  for (const { topic, key } of new Map(facts.map((fact) => [`${fact.topic} ${fact.key}`, fact])).values())
    await connection.query(
      `DELETE FROM observation o USING observation n WHERE o.topic = $1 AND o.key = $2 AND n.topic = $1 AND n.key = $2
         AND (n.observed_at, n.revision) > (o.observed_at, o.revision)`,
      [topic, key],
    )
}

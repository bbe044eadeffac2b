// The months of signal_history: made before they begin, dropped whole when nobody keeps them any longer.
import type pg from 'pg'

type Queryable = Pick<pg.Client, 'query'>

const monthsAhead = 2
const monthTable = /^signal_history_(\d{4})_(\d{2})$/
// DDL waits behind whoever reads the table, and everybody else behind it: better to come again than to make them wait.
const lockWaitMs = 250

/** The running month, those ahead, and any that rows landed in while nobody made it. Refused while somebody reads: rows wait in the table of no month. */
export async function createHistoryMonths(client: Queryable, now = new Date()): Promise<void> {
  const { rows } = await client.query<{ month: Date }>(
    "SELECT DISTINCT date_trunc('month', computed_at, 'UTC') AS month FROM signal_history_default",
  )
  const strays = rows.map(({ month }) => month)
  const wanted = Array.from({ length: monthsAhead + 1 }, (_, ahead) => addMonths(now, ahead))
  for (const month of [...strays, ...wanted]) await createMonth(client, month, strays.includes(month))
}

async function createMonth(client: Queryable, month: Date, hasStrays: boolean): Promise<void> {
  const [from, to] = [addMonths(month, 0), addMonths(month, 1)]
  const name = tableOf(from)
  const range = `FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`
  const { rows } = await client.query('SELECT 1 FROM pg_class WHERE relname = $1', [name])
  if (rows.length > 0) return
  if (!hasStrays) {
    await unlessInUse(client, `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF signal_history FOR VALUES ${range};`)
    return
  }
  // The default partition must not hold what a month's own does: its rows move first, and nobody adds to them meanwhile.
  await unlessInUse(
    client,
    `LOCK TABLE signal_history_default IN ACCESS EXCLUSIVE MODE;
    CREATE TABLE ${name} (LIKE signal_history INCLUDING DEFAULTS);
    WITH moved AS (DELETE FROM signal_history_default WHERE computed_at >= '${from.toISOString()}' AND computed_at < '${to.toISOString()}' RETURNING *)
      INSERT INTO ${name} SELECT * FROM moved;
    ALTER TABLE signal_history ATTACH PARTITION ${name} FOR VALUES ${range};`,
  )
}

/** Drops one month that ended more than that many months ago; tells whether there was one. */
export async function dropOldHistoryMonth(client: Queryable, now: Date, monthsKept: number): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'signal_history'::regclass ORDER BY 1",
  )
  const firstKept = tableOf(addMonths(now, -monthsKept))
  const old = rows.map(({ name }) => name).find((name) => monthTable.test(name) && name < firstKept)
  if (old === undefined) return false
  await unlessInUse(client, `DROP TABLE ${old};`)
  return true
}

const unlessInUse = (client: Queryable, statements: string) =>
  client.query(`DO $$ BEGIN SET LOCAL lock_timeout = ${lockWaitMs}; ${statements} END $$`)

function addMonths(date: Date, months: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
}

function tableOf(month: Date): string {
  return `signal_history_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

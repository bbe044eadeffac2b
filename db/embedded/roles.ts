// The embedded server's two roles: one that owns the server and is used to look after it, and the program's, which owns what it works on and nothing else.
import pg from 'pg'

export interface Role {
  readonly name: string
  readonly password: string
}

export const ownerName = 'tollgate'
export const programName = 'gateway'

const lock = 0x7011_0002
const own = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS'
// Sequences of a column and types of a table go with it; of what is left each kind has its own words.
const strangersObjects = `
  SELECT format('ALTER %s %s OWNER TO ${programName}', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
      WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass) AS words
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND c.relowner::regrole::text <> '${programName}'
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
        AND d.refclassid = 'pg_class'::regclass AND c.relkind = 'S')
  UNION ALL SELECT format('ALTER ROUTINE %s OWNER TO ${programName}', p.oid::regprocedure)
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proowner::regrole::text <> '${programName}'
  UNION ALL SELECT format('ALTER TYPE %s OWNER TO ${programName}', t.oid::regtype)
    FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd', 'r') AND t.typowner::regrole::text <> '${programName}'
  UNION ALL SELECT 'ALTER SCHEMA public OWNER TO ${programName}'
    FROM pg_namespace WHERE nspname = 'public' AND nspowner::regrole::text <> '${programName}'`

/** Makes the program's role and gives it what a folder of an earlier release has under the owner's. */
export async function settleRoles(urlOf: (role: Role) => string, owner: Role, program: Role): Promise<void> {
  if (await isSettled(urlOf(program))) return
  const client = new pg.Client({ connectionString: urlOf(owner) })
  await client.connect()
  try {
    // Two programs may start at once.
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [programName])
    const verb = rows.length === 0 ? 'CREATE' : 'ALTER'
    await client.query(`${verb} ROLE ${programName} ${own} PASSWORD ${pg.escapeLiteral(program.password)}`)
    // The migrator says CREATE SCHEMA IF NOT EXISTS. Leases look whether their holder, perhaps of an earlier release, is still there.
    await client.query(`REVOKE ALL ON DATABASE postgres FROM PUBLIC; GRANT CONNECT, CREATE, TEMPORARY ON DATABASE postgres TO ${programName};
      GRANT pg_read_all_stats TO ${programName}`)
    const strangers = await client.query<{ words: string }>(strangersObjects)
    for (const { words } of strangers.rows) await client.query(words)
  } finally {
    await client.end()
  }
}

// Most starts find all as the first one left it.
async function isSettled(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(strangersObjects)).rows.length === 0
  } catch {
    return false // no such role yet, or another password: both are settled by the owner
  } finally {
    await client.end().catch(() => undefined)
  }
}

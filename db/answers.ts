// Whether a database answers now: one that hangs would keep whoever waits for its connections to end.
import pg from 'pg'

export async function answersWithin(url: string, ms: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ms, query_timeout: ms })
  client.on('error', () => undefined) // what is asked of it says so too
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const asked = client.connect().then(async () => (await client.query('SELECT 1')).rowCount === 1)
  const answer = await Promise.race([asked, late]).catch(() => false)
  clearTimeout(timer)
  void client.end().catch(() => undefined)
  return answer
}

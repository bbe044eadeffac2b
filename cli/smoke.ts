// Pays every live route once on the demo chain and prints what came back.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { payerAccount } from '../devnet/accounts.ts'
import { runCommand, UsageError } from './command.ts'
import { readDollars } from './dollars.ts'
import { smoke } from './smoke/run.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run smoke [-- <gateway url>]
Pays every paid route of a running demo gateway (http://127.0.0.1:8402 where none is named) once, by the example of its own OpenAPI
document, and prints a table: verdict, status, time, price, label, age, and whether the answer fits the published schema.
  --wait <s>       how long a route may answer 503 before it counts as failed (60)
  --max-usd <n>    pay no call that costs more than this (2)
  --answers <dir>  keep each answer there, as <label>-<route>.json
An example whose page is on a network this machine does not reach counts as away: it was refused and not charged.
Exit: 0 every route answered as published, 1 one did not, 2 wrong words.`

await runCommand({
  name: 'smoke',
  help,
  flags: { wait: 'string', answers: 'string', 'max-usd': 'string' },
  async run({ config, positionals, flags, print }) {
    const [url = `http://127.0.0.1:${config.port}`] = positionals
    if (!URL.canParse(url)) throw new UsageError(`${url} is not a URL`)
    const key = config.payments.walletKey ?? (config.world !== 'live' ? payerAccount.privateKey : null)
    if (key === null) throw new UsageError('set WALLET_KEY: outside the demo world every route is paid in real money')
    const folder = flags.answers === undefined ? undefined : String(flags.answers)
    if (folder !== undefined) mkdirSync(folder, { recursive: true })
    const patienceMs = 1_000 * Number(flags.wait ?? 60)
    const rows = await smoke(url.replace(/\/$/, ''), privateKeyToAccount(key as Hex), {
      patienceMs,
      mostUsd: readDollars('--max-usd', String(flags['max-usd'] ?? '2')),
      done({ route, verdict }, body) {
        process.stderr.write(`${verdict.padEnd(6)} ${route}\n`)
        if (folder !== undefined) writeFileSync(join(folder, fileOf(route)), `${JSON.stringify(body, null, 2)}\n`)
      },
    })
    print(formatTable(rows, ['verdict', 'route', 'status', 'ms', 'price', 'label', 'age_s', 'stale', 'schema']))
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length
    const paid = rows.reduce((sum, row) => sum + (row.transaction === null ? 0 : Number(row.price)), 0)
    print(`${count('ok')} ok, ${count('away')} away, ${count('failed')} failed; $${paid.toFixed(3)} paid`)
    return rows.length > 0 && count('failed') === 0 ? 0 : 1
  },
})

function fileOf(route: string): string {
  return `${route.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '')}.json`
}

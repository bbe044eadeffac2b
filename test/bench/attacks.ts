// An attacker against the program of any folder: `npm run bench -- attacks --folder F`. Every file in attacks/list is one attack.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endPrograms } from './attacks/program.ts'
import { loadAttacks, runAttacks } from './attacks/run.ts'

process.once('exit', endPrograms)
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))

const help = `usage: npm run bench -- attacks [--folder F] [--only name,…] [--list]
Starts the program of folder F (this one unless named) with npm start in a demo world of its own, attacks it over HTTP, WebSocket and its
chain's wallet port, and prints a row for each attack: what the attacker got, what was charged, and whether the program held.`
const { values } = parseArgs({
  options: { help: { type: 'boolean' }, list: { type: 'boolean' }, folder: { type: 'string' }, only: { type: 'string' } },
})
const all = await loadAttacks()
const only = values.only?.split(',')
const unknown = only?.filter((name) => !all.some((attack) => attack.name === name)) ?? []

if (values.help) process.stdout.write(`${help}\n`)
else if (values.list) for (const { name, attack } of all) process.stdout.write(`${attack.row}\t${name}\t${attack.title}\n`)
else if (unknown.length > 0) {
  process.stderr.write(`no attack called ${unknown.join(', ')}; --list names them\n`)
  process.exitCode = 2
} else {
  const attacks = all.filter(({ name }) => only === undefined || only.includes(name))
  let broken = 0
  process.stdout.write('| Row | Attack | The attacker got | Charged | Verdict |\n|---|---|---|---|---|\n')
  await runAttacks(resolve(values.folder ?? '.'), attacks, ({ row, title, got, charged, isHeld }) => {
    if (isHeld !== true) broken += 1
    process.stdout.write(
      `| ${row} | ${title} | ${got.replaceAll('\n', ' ')} | ${charged ?? '-'} | ${isHeld === null ? 'not run' : isHeld ? 'held' : '**broken**'} |\n`,
    )
  })
  process.exitCode = broken > 0 ? 1 : 0
}

// Computes one answer, from the samples or from the facts in the database, and prints it.
import { renderAnswer } from '../api/answer.ts'
import { createInputReader } from '../api/inputs.ts'
import { shapeRow } from '../api/routes.ts'
import { messageOf } from '../base/errors.ts'
import { findRow, type SignalRow } from '../db/rows/signals.ts'
import { discoverServices } from '../processors/index.ts'
import type { RouteDefinition, Service } from '../processors/kit/define.ts'
import { computeRows, loadFacts } from '../processors/runner/compute.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { computeFromSamples } from './signal/sample-rows.ts'

const help = `usage: npm run signal -- <label>/<route> [--key <row key>] [--input 'city=Berlin&date=today'] [--database]
Computes one answer as a buyer would get it and prints it: from the samples of the service's sources (the default), or with
--database from the facts stored there. Nothing is written.
  --input   the inputs as a query string; the route's own example where nothing is said
  --key     the row's key, instead of the inputs
Exit: 0 printed, 1 there is no such answer, 2 wrong words.`

await runCommand({
  name: 'signal',
  help,
  flags: { key: 'string', input: 'string', database: 'boolean' },
  run: (context) => show(context),
})

async function show(context: CommandContext): Promise<number> {
  const { positionals, flags, print, config } = context
  const { service, route } = await findRoute(positionals[0])
  if (route.serve === 'queued') throw new UsageError(`${positionals[0]} is made by a job, not of facts`)
  if (route.readAmong !== undefined && flags.key === undefined)
    throw new UsageError(`${positionals[0]} judges its inputs by the rows there are: name one with --key`)
  const now = new Date()
  const given =
    flags.input === undefined ? (route.example.input as object) : Object.fromEntries(new URLSearchParams(String(flags.input)))
  const input = route.readAmong === undefined ? readInput(route, given, now) : (given as Record<string, unknown>)
  const key = flags.key === undefined ? route.key(input) : String(flags.key)
  const rows = flags.database ? await fromDatabase(context, service, route, key) : await fromSamples(service, route, input)
  const row = rows.find((one) => one.route === route.path && one.key === key)
  if (row === undefined) {
    const keys = rows.filter((one) => one.route === route.path).map((one) => one.key)
    process.stderr.write(
      `there is no row ${JSON.stringify(key)} of ${route.path}; there are ${keys.slice(0, 20).join(', ') || 'none'}\n`,
    )
    return 1
  }
  const stored = shapeRow({ ...row, id: 0 }, route, flags.key === undefined ? input : {}, now)
  // Shown whatever its age: this is for looking at, not for sale.
  const text = renderAnswer(stored, { ...route, hardMaxAgeSeconds: Number.POSITIVE_INFINITY }, config.world, now)
  print(JSON.stringify(JSON.parse(text), null, 2))
  return 0
}

function readInput(route: RouteDefinition<any, any>, given: object, now: Date): Record<string, unknown> {
  try {
    return createInputReader(route)({ query: given, params: {}, body: given } as never, now)
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

async function findRoute(name: string | undefined): Promise<{ service: Service; route: RouteDefinition<any, any> }> {
  const services = await discoverServices()
  const names = services.flatMap((service) =>
    service.routes.map((route) => ({ name: `${service.label}${route.path}`, service, route })),
  )
  const found = names.find((one) => one.name === name)
  if (found !== undefined) return found
  throw new UsageError(
    `${name === undefined ? 'name a route' : `there is no route ${name}`}; there are\n  ${names.map((one) => one.name).join('\n  ')}`,
  )
}

async function fromSamples(
  service: Service,
  route: RouteDefinition<any, any>,
  input: Record<string, unknown>,
): Promise<readonly SignalRow[]> {
  const { rows, failed } = await computeFromSamples(service, route, input)
  for (const reason of failed) process.stderr.write(`the formula failed for ${reason}\n`)
  return rows
}

// The facts are those the stored row was made of: its service key is not its row key, so all that are known are tried.
async function fromDatabase(
  context: CommandContext,
  service: Service,
  route: RouteDefinition<any, any>,
  key: string,
): Promise<readonly SignalRow[]> {
  const { pool } = await context.openDatabase({ mayLag: true })
  const stored = await findRow(pool, service.label, route.path, key)
  const { rows } = await pool.query<{ topic: string; key: string }>(
    'SELECT DISTINCT topic, key FROM observation WHERE topic = ANY($1)',
    [service.reads.map((topic) => topic.name)],
  )
  const keys = service.affected(rows.map((one) => ({ ...one, value: {} })))
  for (const serviceKey of [key, ...keys]) {
    const made = computeRows(service, serviceKey, await loadFacts(pool, service, serviceKey), new Date())
    if (made.some((one) => one.route === route.path && one.key === key)) return made
  }
  if (stored !== null) process.stderr.write('its facts are kept in memory by its own process: this is the stored row\n')
  return stored === null ? [] : [stored]
}

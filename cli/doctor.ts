// Looks at everything once and says what works, what lacks a key, what is away, and what to do about it.

import { notNamed } from '../ingestors/index.ts'
import { type CommandContext, runCommand } from './command.ts'
import { examineChains } from './doctor/chains.ts'
import { examineEngines } from './doctor/engines.ts'
import type { Finding } from './doctor/finding.ts'
import { examinePrograms } from './doctor/programs.ts'
import { examineRoutes } from './doctor/routes.ts'
import { examineSources } from './doctor/sources.ts'
import { progressBar } from './progress-bar.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run doctor [-- --json] [-- --all] [-- --url <gateway>]
Looks once at the configuration, the programs beside Node, the database, the event log, each chain's provider, each source (polled
as this world polls it: the upstream, a recording or a sample; nothing is written) and each route of the gateway on this machine.
Prints what is not as it should be, what was set aside of what works, with what to do, and a count of the rest; --all prints everything, --json a JSON object a line.
A source without its key is off, and one that a recorded world does not have is unrecorded; neither is a fault.
Exit: 0 nothing is away or wrong, 1 something is or no source at all could be read, 2 wrong words or configuration.`

const partWidth = 70

await runCommand({
  name: 'doctor',
  help,
  words: 0,
  flags: { json: 'boolean', all: 'boolean', url: 'string' },
  async run(context) {
    const { flags, print } = context
    const findings = await examineAll(context)
    const faults = findings.filter(({ state }) => state === 'away' || state === 'wrong')
    const shown = flags.all === true || flags.json === true ? findings : findings.filter(isTold)
    if (flags.json) for (const { isRemarkable: _, ...finding } of shown) print(JSON.stringify(finding))
    else {
      if (shown.length > 0)
        print(formatTable(shown.map(({ isRemarkable: _, ...one }) => ({ ...one, seen: cut(one.seen), todo: cut(one.todo) }))))
      const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
      const { world, recorded } = context.config
      const unrecorded = world === 'recorded' ? `, ${count('unrecorded')} unrecorded` : ''
      print(
        `${count('ok')} ok, ${count('off')} off, ${count('away')} away, ${count('wrong')} wrong${unrecorded} (${world} world)`,
      )
      if (count('unrecorded') > 0)
        print(
          `--all names what is unrecorded; npm run record -- <source> --folder ${recorded?.folder} records it where there is internet`,
        )
    }
    const isAnyRead = findings.some(({ part, state }) => part === 'source' && state === 'ok')
    return faults.length === 0 && (isAnyRead || !findings.some(({ state }) => state === 'unrecorded')) ? 0 : 1
  },
})

/** What an operator turned off by name is known to them, and what was not recorded to who recorded; not that it nearly is. */
function isTold({ state, seen, isRemarkable }: Finding): boolean {
  if (state === 'unrecorded') return seen.includes('recorded there differs')
  return state === 'ok' ? isRemarkable === true : !(state === 'off' && seen === notNamed)
}

async function examineAll(context: CommandContext): Promise<Finding[]> {
  const { config, flags } = context
  const bar = progressBar('sources', process.stderr, 'polled')
  let polled = 0
  const sources = await examineSources(config, (_finding, of) => bar.show(++polled, of))
  bar.end()
  return [
    ...(await examinePrograms()),
    ...(await examineEngines(context)),
    ...(await examineChains(config)),
    ...sources,
    ...(await examineRoutes(config, flags.url === undefined ? undefined : String(flags.url))),
  ]
}

function cut(text: string): string {
  return text.length > partWidth ? `${text.slice(0, partWidth - 1)}…` : text
}

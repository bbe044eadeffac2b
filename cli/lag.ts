// How far each group is behind, how fast it goes, and when it will be there.
import { setTimeout as wait } from 'node:timers/promises'
import { beyondTheLog, measureLag } from '../db/work/lag.ts'
import { runCommand } from './command.ts'
import { discoverGroups } from './groups.ts'
import { formatTable } from './table.ts'

const help = `usage: npm run lag [-- --json] [-- --all]

Per group and partition: records not yet applied, records applied a second (measured over two seconds), seconds until done.
Partitions without lag are left out; --all shows them. Where a group has read beyond the end of its log, which then lost
records or was made anew, that is said with what to do.
Exit: 0 done, 1 a group has read beyond its log, or log or database do not answer, 2 no database here, or not of this release.`

const measureMs = 2_000

await runCommand({
  name: 'lag',
  help,
  words: 0,
  flags: { json: 'boolean', all: 'boolean' },
  async run(context) {
    const [{ pool }, log, groups] = [await context.openDatabase(), await context.openLog(), await discoverGroups()]
    const deps = { pool, log, groups }
    const first = await measureLag(deps)
    const startedAt = performance.now()
    await wait(measureMs)
    const second = await measureLag(deps)
    const seconds = (performance.now() - startedAt) / 1_000
    const rows = second.map((now, i) => {
      const perSecond = Math.max(0, (now.next - (first[i]?.next ?? now.next)) / seconds)
      return {
        ...now,
        per_s: Math.round(perSecond),
        eta_s: now.lag === 0 ? 0 : perSecond === 0 ? null : Math.ceil(now.lag / perSecond),
      }
    })
    const shown = rows.filter((row) => context.flags.all === true || row.lag > 0 || row.beyond > 0)
    if (context.flags.json) for (const row of shown) context.print(JSON.stringify(row))
    else if (shown.length === 0) context.print(`no lag: ${rows.length} partition(s) are read to their end`)
    else context.print(formatTable(shown, ['group', 'topic', 'partition', 'next', 'high', 'lag', 'beyond', 'per_s', 'eta_s']))
    const lost = beyondTheLog(second)
    if (!context.flags.json) for (const words of lost) context.print(words)
    return lost.length === 0 ? 0 : 1
  },
})

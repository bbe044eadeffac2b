// Searches one range of older blocks for who exists or moved; nothing is read, they are only marked to be read.
import { type Checkpoint, lockCheckpoint, moveCheckpoint } from '../../db/chains/checkpoints.ts'
import { findSubjects, markDue, type SubjectName } from '../../db/chains/subjects.ts'
import { forgetBelow, holdBlocks } from '../../db/chains/window.ts'
import type { Chain } from './chain.ts'
import type { Touch } from './follower.ts'
import type { Header } from './header.ts'
import type { LogFilter } from './logs.ts'
import type { Step, StepContext } from './step.ts'

const chunk = 2_000
const mostChecked = 2_000
const checkedAtOnce = 100
const parallel = 10

export async function scanRange(context: StepContext, checkpoint: Checkpoint, most: number, head: Header): Promise<Step> {
  const { chain, source, database, place, memory } = context
  const isFirst = checkpoint.phase === 'scan'
  const from = checkpoint.number + 1
  const reader = isFirst ? source.scan : source.scan && (await source.prepare(chain.at(head)))
  const filter = reader?.filter ?? null
  const { to, logs } =
    filter === null || from > most
      ? { to: most, logs: [] }
      : (isFirst && memory.repairs === 0) || most - from >= mostChecked
        ? await chain.logs.next(filter, from, most)
        : await readChecked(chain, filter, from, Math.min(most, from + checkedAtOnce - 1))
  const names = reader === null ? [] : await namesOf(context, reader.touch(logs))
  const last = to < from ? checkpoint : await chain.header(to)
  const isDone = to >= most
  await database.transaction(async (connection) => {
    await lockCheckpoint(connection, place, checkpoint)
    for (let at = 0; at < names.length; at += chunk) await markDue(connection, place, names.slice(at, at + chunk), 'unread')
    await forgetBelow(connection, place, last.number)
    await holdBlocks(connection, place, [last])
    await moveCheckpoint(connection, place, { ...last, phase: isFirst && !isDone ? 'scan' : 'follow' })
  })
  return { block: last.number, blockTime: null, head: head.number, appended: 0, read: 0, more: true }
}

// A short absence is made up for with the headers beside the logs, so that none is missed; a long one would take too many.
async function readChecked(chain: Chain, filter: LogFilter, from: number, to: number) {
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const headers: Header[] = []
  for (let at = 0; at < numbers.length; at += parallel)
    headers.push(...(await Promise.all(numbers.slice(at, at + parallel).map((number) => chain.header(number)))))
  return { to, logs: await chain.logs.ofBlocks(filter, headers) }
}

/** Whom the logs touch, once each, with all their parts; who is not known is left out where that is asked. */
export async function namesOf(context: StepContext, touch: Touch): Promise<SubjectName[]> {
  const { database, place } = context
  const names = new Map<string, SubjectName>()
  const add = (name: SubjectName) => {
    const id = `${name.topic} ${name.key}`
    const parts = [...new Set([...(names.get(id)?.parts ?? []), ...name.parts])].sort()
    names.set(id, { ...name, parts })
  }
  for (const name of touch.always) add(name)
  for (const [topic, candidates] of Map.groupBy(touch.ifKnown, (name) => name.topic)) {
    for (let at = 0; at < candidates.length; at += chunk) {
      const some = candidates.slice(at, at + chunk)
      const keys = [...new Set(some.map((name) => name.key))]
      const known = await findSubjects(database.pool, place, topic, keys)
      for (const name of some) if (known.has(name.key)) add(name)
    }
  }
  return [...names.values()]
}

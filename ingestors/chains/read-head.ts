// Reads what moved up to the newest block, at that block: facts go to the log first, then the checkpoint moves, so that no crash loses one.

import { TollgateError } from '../../base/errors.ts'
import { type Checkpoint, lockCheckpoint, moveCheckpoint, takeSequence } from '../../db/chains/checkpoints.ts'
import { countDue, findSubjects, listContents, listDue, markDue, type Subject, storeRead } from '../../db/chains/subjects.ts'
import { forgetBelow, holdBlocks, holdTouched } from '../../db/chains/window.ts'
import { type ChangedDraft, chooseChanged } from './changed.ts'
import type { Draft, ReadContext } from './follower.ts'
import type { Header } from './header.ts'
import type { PinnedReader } from './pinned.ts'
import { namesOf } from './scan.ts'
import type { Step, StepContext } from './step.ts'

const dueChunk = 500
const appendChunk = 500

/** `headers` are the blocks after the checkpoint, the newest last; the checkpoint's own block when only unread things are left. */
export async function readHead(context: StepContext, checkpoint: Checkpoint, headers: readonly Header[]): Promise<Step> {
  const { chain, source, database, place, memory, wake } = context
  const head = headers.at(-1)!
  const seen = wake.count
  const at = chain.at(head)
  const prepared = await source.prepare(at)
  const fresh = headers.filter((header) => header.number > checkpoint.number)
  const logs = prepared.filter === null ? [] : await chain.logs.ofBlocks(prepared.filter, fresh)
  const wanted = await listWanted(context, await namesOf(context, prepared.touch(logs)))
  const refresh = isRefreshDue(context, head.number)
  const drafts = await prepared.read(readContext(context, at, wanted, refresh))
  await requireSame(context, head)
  const changed = await chooseChanged(context, complete(context, drafts, wanted), head.time)
  const sequence = await append(context, checkpoint, changed.toAppend, head)
  await database.transaction(async (connection) => {
    await lockCheckpoint(connection, place, { ...checkpoint, sequence })
    if (!(await holdBlocks(connection, place, fresh)))
      throw new TollgateError('chain_unavailable', 'the chain was reorganised while it was read', { retryable: true })
    await storeRead(connection, place, changed.read)
    const isWanted = new Set(wanted.map((subject) => `${subject.topic} ${subject.key}`))
    const appended = new Set(changed.toAppend)
    const touched = changed.all.filter((one) => appended.has(one) || isWanted.has(`${one.topic.name} ${one.key}`))
    await holdTouched(
      connection,
      place,
      head.number,
      touched.map((one) => ({ topic: one.topic.name, key: one.key, appended: appended.has(one) })),
    )
    await forgetBelow(connection, place, head.number - chain.deployment.finality_blocks)
    await moveCheckpoint(connection, place, { ...head, phase: 'follow' })
  })
  if (refresh) memory.refreshedAt = head.number
  memory.wakesSeen = seen
  if (changed.toAppend.some((one) => one.isNew && wake.isWatched(one.topic.name))) memory.hasNews = true
  const more = (await countDue(database.pool, place)) > 0
  const appended = changed.toAppend.length
  return { block: head.number, blockTime: head.time, head: head.number, appended, read: drafts.length, more }
}

function isRefreshDue({ memory, source }: StepContext, block: number): boolean {
  const { refreshedAt } = memory
  return refreshedAt === null || block < refreshedAt || block - refreshedAt >= source.refreshBlocks
}

async function listWanted(context: StepContext, names: Awaited<ReturnType<typeof namesOf>>): Promise<Subject[]> {
  const { database, place } = context
  const wanted = new Map<string, Subject>()
  for (const subject of await listDue(database.pool, place, dueChunk)) wanted.set(`${subject.topic} ${subject.key}`, subject)
  for (const [topic, some] of Map.groupBy(names, (name) => name.topic)) {
    const known = await findSubjects(
      database.pool,
      place,
      topic,
      some.map((name) => name.key),
    )
    for (const name of some) {
      const subject = known.get(name.key) ?? { ...name, content: null, appendedFor: null, undone: false }
      const parts = [...new Set([...subject.parts, ...name.parts])].sort()
      wanted.set(`${topic} ${name.key}`, { ...subject, parts })
    }
  }
  return [...wanted.values()]
}

function readContext(context: StepContext, at: PinnedReader, wanted: readonly Subject[], refresh: boolean): ReadContext {
  const { database, place, wake } = context
  return {
    at,
    wanted,
    refresh,
    known: (topic, keys) => findSubjects(database.pool, place, topic.name, keys),
    async contents(source, topic) {
      if (source !== place.source) wake.watch(topic.name)
      const found = await listContents(database.pool, { ...place, source }, topic.name)
      return found.map((subject) => JSON.parse(subject.content!))
    },
  }
}

// What was asked for and not answered is no more.
function complete(context: StepContext, drafts: readonly Draft[], wanted: readonly Subject[]): (Draft & { subject?: Subject })[] {
  const subjects = new Map(wanted.map((subject) => [`${subject.topic} ${subject.key}`, subject]))
  const all = drafts.map((draft) => {
    const id = `${draft.topic.name} ${draft.key}`
    const subject = subjects.get(id)
    subjects.delete(id)
    return subject === undefined ? draft : { ...draft, subject }
  })
  const gone = [...subjects.values()].flatMap((subject) => {
    const topic = context.follower.topics.find((one) => one.name === subject.topic)
    return topic === undefined ? [] : [{ topic, key: subject.key, content: null, subject }]
  })
  return [...all, ...gone]
}

async function requireSame({ chain }: StepContext, block: Header): Promise<void> {
  if ((await chain.header(block.number)).hash === block.hash) return
  throw new TollgateError('chain_unavailable', 'the chain was reorganised while it was read', { retryable: true })
}

async function append(
  context: StepContext,
  checkpoint: Checkpoint,
  changed: readonly ChangedDraft[],
  block: Header,
): Promise<number> {
  const { database, place, log } = context
  if (changed.length === 0) return checkpoint.sequence
  // Written before the log is: whatever a crash leaves on the log is known to be in doubt, and is read again.
  const sequence = await database.transaction(async (connection) => {
    await lockCheckpoint(connection, place, checkpoint)
    const names = changed.map((one) => ({ topic: one.topic.name, key: one.key, parts: one.parts }))
    await markDue(connection, place, names, 'in doubt')
    return takeSequence(connection, place)
  })
  const when = { block: { number: block.number, hash: block.hash, time: block.time.toISOString() }, sequence }
  for (const [topic, some] of Map.groupBy(changed, (one) => one.topic)) {
    const removed = some.filter((one) => one.takeBack).map((one) => one.key)
    for (let at = 0; at < removed.length; at += appendChunk) await log.remove(topic, removed.slice(at, at + appendChunk))
    const values = some.flatMap((one) => (one.content === null ? [] : [{ chain_id: place.chainId, ...when, ...one.content }]))
    for (let at = 0; at < values.length; at += appendChunk) await log.append(topic, values.slice(at, at + appendChunk))
  }
  return sequence
}

// Chooses among what was read what has to be told: new, changed, gone, taken back by a reorganisation, or not told for long.
import { findSubjects, type ReadSubject, type Subject } from '../../db/chains/subjects.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { Draft } from './follower.ts'
import type { StepContext } from './step.ts'

const tellAgainMs = 3_600_000

export interface ChangedDraft {
  readonly topic: Topic<any>
  readonly key: string
  readonly content: Record<string, unknown> | null
  readonly parts: readonly string[]
  /** Earlier facts of this key are removed from the log first. */
  readonly takeBack: boolean
  /** Nothing was known of this key before. */
  readonly isNew: boolean
}

export async function chooseChanged(
  context: StepContext,
  drafts: readonly (Draft & { readonly subject?: Subject })[],
  blockTime: Date,
): Promise<{ all: ChangedDraft[]; toAppend: ChangedDraft[]; read: ReadSubject[] }> {
  const all: ChangedDraft[] = []
  const toAppend: ChangedDraft[] = []
  const read: ReadSubject[] = []
  for (const [topic, some] of Map.groupBy(drafts, (draft) => draft.topic)) {
    const keys = some.flatMap((draft) => (draft.subject === undefined ? [draft.key] : []))
    const known = await findSubjects(context.database.pool, context.place, topic.name, keys)
    for (const draft of some) {
      const subject = draft.subject ?? known.get(draft.key)
      const content = draft.content === null ? null : JSON.stringify(draft.content)
      const isNews = isToTell(subject, content, blockTime)
      const isGone = content === null && (subject?.content ?? null) !== null
      const takeBack = (subject?.undone ?? false) || isGone
      const isNew = content !== null && (subject?.content ?? null) === null
      const changed = { topic, key: draft.key, content: draft.content, parts: subject?.parts ?? [], takeBack, isNew }
      const appendedFor = isNews ? blockTime : (subject?.appendedFor ?? null)
      all.push(changed)
      if (isNews || takeBack) toAppend.push(changed)
      // A look at something untouched that found nothing new needs no word.
      if (isNews || takeBack || draft.subject !== undefined)
        read.push({ topic: topic.name, key: draft.key, parts: changed.parts, content, appendedFor })
    }
  }
  return { all, toAppend, read }
}

function isToTell(subject: Subject | undefined, content: string | null, blockTime: Date): boolean {
  if (content === null) return false
  if (subject === undefined || subject.undone || subject.content !== content || subject.appendedFor === null) return true
  return blockTime.getTime() - subject.appendedFor.getTime() >= tellAgainMs
}

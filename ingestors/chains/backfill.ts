// Brings one source of one chain from wherever it stands to the chain's newest block, step by step, and says how far it is.
import { findCheckpoint } from '../../db/chains/checkpoints.ts'
import { countDue, countSubjects } from '../../db/chains/subjects.ts'
import { advance } from './advance.ts'
import type { StepContext } from './step.ts'

export interface BackfillProgress {
  readonly source: string
  /** Blocks of history are searched first, then whoever was found in them is read. */
  readonly doing: 'search' | 'read'
  readonly done: number
  readonly total: number
}

/** Ends when nothing is left, or when it is told to stop: the next one goes on from there. */
export async function backfill(context: StepContext, onProgress: (progress: BackfillProgress) => void): Promise<void> {
  const { source, stop, database, place } = context
  const first = source.scan?.firstBlock ?? 0
  while (!stop.aborted) {
    const step = await advance(context)
    const checkpoint = await findCheckpoint(database.pool, place)
    if (checkpoint?.phase === 'scan') {
      // Where logs say nothing there is no history to search.
      if (source.scan === null) continue
      onProgress({
        source: place.source,
        doing: 'search',
        done: Math.max(0, step.block - first + 1),
        total: step.head - first + 1,
      })
    } else {
      const [due, total] = [await countDue(database.pool, place), await countSubjects(database.pool, place)]
      onProgress({ source: place.source, doing: 'read', done: total - due, total })
    }
    if (!step.more) return
  }
}

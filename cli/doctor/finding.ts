// What the doctor says of one thing: how it is, what was seen, and what to do about it.
import { messageOf } from '../../base/errors.ts'
import { within } from '../../base/within.ts'
import { isNotRecorded } from '../../ingestors/aside.ts'

export interface Finding {
  readonly part: 'program' | 'database' | 'log' | 'chain' | 'source' | 'route'
  readonly name: string
  /** off: not wanted or not possible as configured; unrecorded: a recorded world does not have it. Neither is a fault. */
  readonly state: 'ok' | 'off' | 'unrecorded' | 'away' | 'wrong'
  readonly seen: string
  readonly todo: string
  /** Works, and yet there is something to be told of it. */
  readonly isRemarkable?: true
}

const patienceMs = 15_000

/** A check that fails or takes too long is a finding too, with what to do then. */
export async function examine(
  about: Pick<Finding, 'part' | 'name'>,
  todo: string | ((seen: string) => string),
  check: () => Promise<Partial<Finding> & Pick<Finding, 'seen'>>,
  withinMs = patienceMs,
): Promise<Finding> {
  try {
    return { ...about, state: 'ok', todo: '', ...(await within(check(), withinMs, `no answer within ${withinMs / 1_000} s`)) }
  } catch (error) {
    const seen = messageOf(error).split('\n')[0]!
    return {
      ...about,
      state: isNotRecorded(error) ? 'unrecorded' : 'away',
      seen,
      todo: typeof todo === 'string' ? todo : todo(seen),
    }
  }
}

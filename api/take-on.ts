// Puts what a caller asks for on the log; where that is away he is told so within half a minute, not as a failure of ours.
import { TollgateError } from '../base/errors.ts'
import { within } from '../base/within.ts'
import type { Log } from '../db/log/port.ts'
import type { Topic } from '../db/log/topic.ts'

// A new leader is there within 20 s. What comes later all the same is found by whoever asks again.
const longestMs = 30_000
const retryAfterSeconds = 5
const ofTheCaller = ['record_too_large', 'record_invalid']

export async function takeOn<V>(log: Pick<Log, 'append'>, topic: Topic<V>, asked: V, ms = longestMs): Promise<void> {
  try {
    await within(log.append(topic, [asked]), ms)
  } catch (error) {
    if (error instanceof TollgateError && ofTheCaller.includes(error.code)) throw error
    const words = 'New work cannot be taken on right now; repeat the same request in a moment. Nothing was charged.'
    throw new TollgateError('not_ready', words, { detailCode: 'log_unavailable', retryAfterSeconds, cause: error })
  }
}

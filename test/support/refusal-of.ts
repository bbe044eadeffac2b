// Awaits a fetch that must be refused and gives back the refusal; anything else fails the test.
import { FetchRefusal } from '../../base/safe-fetch/index.ts'

export async function refusalOf(work: Promise<unknown>): Promise<FetchRefusal> {
  try {
    await work
  } catch (error) {
    if (error instanceof FetchRefusal) return error
    throw error
  }
  throw new Error('expected a refusal, got an answer')
}

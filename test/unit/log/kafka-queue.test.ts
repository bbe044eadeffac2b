// A Kafka connection whose requests are all answered does nothing until the next one.
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { letEmptyQueuesRest } from '../../../db/log/kafka/restful-queue.ts'

const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue')

letEmptyQueuesRest()
afterEach(() => {
  vi.useRealTimers()
})

function openQueue(maxInFlightRequests: number | null) {
  vi.useFakeTimers()
  const logger = { namespace: () => logger, debug: () => undefined, warn: () => undefined }
  const settings = { maxInFlightRequests, requestTimeout: 1_000, enforceRequestTimeout: false, isConnected: () => true }
  return new RequestQueue({ ...settings, clientId: 'test', broker: 'test', logger })
}

function push(queue: ReturnType<typeof openQueue>, correlationId: number, sent: number[]): void {
  const entry = { correlationId, resolve: () => undefined, reject: () => undefined }
  queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(correlationId) })
}
const answer = (queue: ReturnType<typeof openQueue>, correlationId: number) =>
  queue.fulfillRequest({ correlationId, payload: {}, size: 1 })

test('with nothing waiting no timer is set', () => {
  const [queue, sent] = [openQueue(null), [] as number[]]
  push(queue, 1, sent)
  answer(queue, 1)
  expect(sent).toEqual([1])
  expect(vi.getTimerCount()).toBe(0)
})

test('what waits for another’s answer, or was told by the broker to wait, still goes', () => {
  const [queue, sent] = [openQueue(1), [] as number[]]
  push(queue, 1, sent)
  push(queue, 2, sent)
  answer(queue, 1)
  expect(sent).toEqual([1, 2])
  queue.maybeThrottle(500)
  push(queue, 3, sent)
  answer(queue, 2)
  expect(sent).toEqual([1, 2])
  vi.advanceTimersByTime(600)
  expect(sent).toEqual([1, 2, 3])
})

test('however often it is closed, one wait for what is under way does, and the next is of its own', async () => {
  const [queue, sent] = [openQueue(null), [] as number[]]
  for (const id of [1, 2]) {
    push(queue, id, sent)
    const closed = Array.from({ length: 20 }, () => queue.waitForPendingRequests())
    expect(queue.listenerCount('requestQueueEmpty')).toBe(1)
    answer(queue, id)
    await Promise.all(closed)
  }
  expect(sent).toEqual([1, 2])
})

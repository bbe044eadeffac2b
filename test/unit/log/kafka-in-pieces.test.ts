// An append to a topic that an operator made with a smaller cap than ours.
import { expect, test } from 'vitest'
import { sendInPieces } from '../../../db/log/kafka/in-pieces.ts'

const record = (key: string, bytes: number) => ({ partition: 0, key, value: 'x'.repeat(bytes) })

function topicThatTakes(bytes: number) {
  const [sent, refusals] = [[] as string[], [] as number[]]
  return {
    sent,
    refusals,
    async send(_: string, messages: readonly { readonly key?: unknown; readonly value: unknown }[]) {
      const size = messages.reduce((sum, { value }) => sum + String(value).length, 0)
      if (size > bytes) {
        refusals.push(size)
        throw Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' })
      }
      sent.push(...messages.map(({ key }) => String(key)))
    },
  }
}

test('goes there in smaller sends, each record once and in order, and the next one begins with them', async () => {
  const topic = topicThatTakes(20_000)
  const append = sendInPieces(topic)
  const records = Array.from({ length: 300 }, (_, i) => record(`k${i}`, 1_000))
  await append('t', records)
  expect(topic.sent).toEqual(records.map(({ key }) => key))
  const before = topic.refusals.length
  expect(before).toBeGreaterThan(0)
  await append('t', records)
  expect([topic.refusals.length, topic.sent.length]).toEqual([before, 600])
})

test('a record that is too large by itself is told with its size and what to set', async () => {
  const topic = topicThatTakes(20_000)
  const append = sendInPieces(topic)
  await expect(append('t', [record('small', 10), record('large', 30_000)])).rejects.toMatchObject({
    code: 'record_too_large',
    message: expect.stringMatching(/key large\) of 30005 bytes: set its max\.message\.bytes/),
  })
  expect(topic.sent).toEqual(['small'])
})

// What fails every second is said at first, when its words change, and once a minute.
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSeldom } from '../../../base/seldom.ts'

test('the same words are said once a minute', () => {
  let ms = 1_000
  const now = vi.spyOn(performance, 'now').mockImplementation(() => ms)
  onTestFinished(() => now.mockRestore())
  const isNews = createSeldom()
  const said: [number, string][] = []
  for (; ms < 200_000; ms += 1_000) {
    const words = ms < 100_000 ? 'disk full' : 'gone'
    if (isNews(words)) said.push([ms, words])
  }
  expect(said).toEqual([
    [1_000, 'disk full'],
    [61_000, 'disk full'],
    [100_000, 'gone'],
    [160_000, 'gone'],
  ])
})

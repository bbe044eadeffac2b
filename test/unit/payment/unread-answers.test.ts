// The bridge keeps what was paid for and left alone: the same call has it, once, for five minutes.
import { expect, test } from 'vitest'
import { createUnreadAnswers, type Errand } from '../../../cli/mcp/unread-answers.ts'

const call = (city: string) => ({ name: 'weather_forecast', arguments: { city } })

function world() {
  const self = { now: 0, runs: 0, isSigned: true, answer: Promise.withResolvers<any>() }
  const unread = createUnreadAnswers(() => self.now)
  const run = (): Errand => {
    self.runs += 1
    self.answer = Promise.withResolvers()
    return { answer: self.answer.promise, isSigned: () => self.isSigned }
  }
  const giveUp = async (city: string, answer: object) => {
    const patience = new AbortController()
    const asked = unread.read(call(city), run, patience.signal)
    patience.abort()
    self.answer.resolve(answer)
    await asked
  }
  const ask = async (city: string, answer: object) => {
    const asked = unread.read(call(city), run)
    self.answer.resolve(answer)
    return asked
  }
  return { self, giveUp, ask }
}

test('what was given up after it was signed is what the same call gets, and the next one is another', async () => {
  const { self, giveUp, ask } = world()
  await giveUp('Lyon', { content: ['first'] })
  expect(await ask('Oslo', { content: ['other'] })).toEqual({ content: ['other'] })
  expect(await ask('Lyon', { content: ['second'] })).toEqual({ content: ['first'] })
  expect(await ask('Lyon', { content: ['third'] })).toEqual({ content: ['third'] })
  expect(self.runs).toBe(3)
})

test('what was not signed, was refused, or is older than five minutes is asked anew', async () => {
  const { self, giveUp, ask } = world()
  self.isSigned = false
  await giveUp('Lyon', { content: ['unsigned'] })
  self.isSigned = true
  await giveUp('Oslo', { isError: true, content: ['refused'] })
  await giveUp('Rome', { content: ['old'] })
  self.now = 300_000
  for (const city of ['Lyon', 'Oslo', 'Rome']) expect(await ask(city, { content: ['new'] })).toEqual({ content: ['new'] })
  expect(self.runs).toBe(6)
})

// The tests' own upstream: what its behaviour throws fails the one test that gave it, with its cause.
import { expect, test } from 'vitest'
import { startUpstream } from '../../support/upstream.ts'

const mistakes = {
  'throws at once': () => {
    throw new Error('no such sample')
  },
  'rejects later': async () => {
    await new Promise(setImmediate)
    throw new Error('no such sample')
  },
}

test.for(Object.entries(mistakes))('a behaviour that %s is a 599 and a failure at the end', async ([, behave]) => {
  const upstream = await startUpstream(behave)
  const answer = await fetch(`${upstream.address}/?url=${encodeURIComponent('https://data.example/')}`)
  expect(answer.status).toBe(599)
  expect(await answer.text()).toContain('no such sample')
  await expect(upstream.stop()).rejects.toMatchObject({ cause: { message: 'no such sample' } })
})

test('one that answers has nothing to say at the end', async () => {
  const upstream = await startUpstream((_asked, response) => void response.end('fine'))
  expect(await (await fetch(upstream.address)).text()).toBe('fine')
  await upstream.stop()
})

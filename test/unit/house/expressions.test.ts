// No text that a stranger sends can make one of our regular expressions slow.

// @module-tag slow
import { expect, test } from 'vitest'
import { type Expressions, expressionsIn, findExpressions } from '../../support/expressions.ts'
import { allowed, allowedUnread } from '../../support/expressions-allowed.ts'
import { judgeExpressions } from '../../support/judge-expressions.ts'

let all: Expressions | null = null
const expressions = () => {
  all ??= findExpressions()
  return all
}

test('the reader of expressions sees what it must', () => {
  const read = (text: string) => expressionsIn(text).map(({ source, flags }) => [source, flags])
  expect(read('const a: RegExp = /a+/g')).toEqual([['a+', 'g']])
  expect(read("const a = new RegExp('a' + `b`, 'i')")).toEqual([['ab', 'i']])
  expect(read('const a = RegExp(b)')).toEqual([[null, '']])
  expect(read("const a = new RegExp(b + '+')")).toEqual([[null, '']])
  expect(read("Type.String({ pattern: '^a$' })")).toEqual([['^a$', 'u']])
  expect(read('const a = { pattern, b: { pattern: c.pattern } }')).toEqual([])
  expect(expressions().found.length).toBeGreaterThan(400)
  expect(expressions().found.flatMap(({ places }) => places)).toContainEqual(
    expect.stringMatching(/^ingestors\/formats\/csv\.ts:/),
  )
})

// Where nothing is kept of an earlier run recheck reads each of them: two minutes on a machine that has other work.
test('every expression is linear, or stands on the list with a reason', { timeout: 600_000 }, async () => {
  const verdicts = await judgeExpressions(expressions().found)
  const reasons = new Map(allowed)
  const slow = expressions().found.filter(({ text }) => verdicts.get(text) !== null)
  const unlisted = slow.filter(({ text }) => !reasons.has(text))
  expect(unlisted.map(({ text, places }) => `${places.join(' ')} ${verdicts.get(text)}: ${text}`)).toEqual([])
  // A search that is short of time may miss a slow one, so what is on the list need only be in the program still.
  const texts = new Set(expressions().found.map(({ text }) => text))
  expect(allowed.map(([text]) => text).filter((text) => !texts.has(text))).toEqual([])
})

test('what is made when the program runs stands on the list with a reason', () => {
  const found = Map.groupBy(expressions().unread, (file) => file)
  const counts = [...found].map(([file, list]) => `${file} ${list.length}`)
  expect(counts.toSorted()).toEqual(allowedUnread.map(([file, count]) => `${file} ${count}`).toSorted())
})

test('recheck knows a slow one when it sees it', async () => {
  // Its form tells nothing: the attack is guessed, and tried.
  const guessed = '/^(?:a|a?b?)+(?=c)c$/'
  const sourceOf = (text: string) => ({ text, source: text.slice(1, -1), flags: '', places: [] })
  const verdicts = await judgeExpressions(['/^(a+)+$/', '/x*y/', '/^a+$/', guessed].map(sourceOf))
  expect(verdicts.get('/^(a+)+$/')).toMatch(/exponential/)
  expect(verdicts.get('/x*y/')).toMatch(/polynomial/)
  expect(verdicts.get('/^a+$/')).toBeNull()
  expect(verdicts.get(guessed)).toMatch(/fuzz/)
})

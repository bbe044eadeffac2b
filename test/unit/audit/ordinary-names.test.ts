// A name that every object has is a name like any other: findings are the same whatever a function, field or type is called.
import { expect, test } from 'vitest'
import { auditFiles } from '../../../processors/jobs/audit/audit-task.ts'
import type { Language } from '../../../processors/jobs/audit/task-shape.ts'
import fc from '../../support/chance.ts'
import { grownSource, shapes } from '../../support/grown-source.ts'
import { aptosTwins } from '../../support/move-twins-aptos.ts'
import { suiTwins } from '../../support/move-twins-sui.ts'
import { twins as rustTwins } from '../../support/rust-twins.ts'

const bothOf = (twins: readonly { readonly broken: string; readonly mended: string }[]) =>
  twins.flatMap(({ broken, mended }) => [broken, mended])
const sources: Readonly<Record<Language, readonly string[]>> = {
  rust: bothOf(rustTwins),
  move: bothOf([...suiTwins, ...aptosTwins]),
  solidity: shapes.map((shape) => grownSource('solidity', shape, 2_000, 5)),
}
// Not `valueOf`, `isPrototypeOf` and their like: their letters mean something to the rules, whoever has them.
const names = ['constructor', 'toString', 'propertyIsEnumerable']
// A word of the language there.
const namesIn = (language: Language) => (language === 'solidity' ? names.filter((name) => name !== 'constructor') : names)
const plainName = 'quxlorbish'
// What is called, what stands behind a point, and a type.
const called = /(?<=\.|: )[a-z]\w+\b|\b[a-z]\w+(?= ?\()/g
const keywords =
  /^(if|else|while|for|in|match|return|loop|fn|fun|pub|public|let|mut|as|use|assert|spec|catch|function|modifier|mapping|constructor|unchecked|returns)$/

const findingsOf = async (language: Language, text: string): Promise<unknown> => {
  const asked = { form: 'files', includeInfo: true, focus: [], asOf: '2026-11-10T00:00:00.000Z', analysers: [] } as const
  const { output, text: answer } = await auditFiles({ ...asked, language }, Buffer.from(JSON.stringify({ source: text })))
  if (output.kind !== 'audit') return { refused: output }
  const { findings } = JSON.parse(answer) as { findings: { detector: string; line_start: number; severity: string }[] }
  return findings.map(({ detector, line_start, severity }) => `${detector} ${line_start} ${severity}`).sort()
}

test.each([
  ['rust', 400],
  ['move', 400],
  ['solidity', 60],
] as const)('%s', async (language, numRuns) => {
  const some = fc.tuple(fc.constantFrom(...sources[language]), fc.nat(), fc.constantFrom(...namesIn(language)))
  let looked = 0
  await fc.assert(
    fc.asyncProperty(some, async ([text, at, name]) => {
      const words = [...new Set(text.match(called))].filter((word) => !keywords.test(word))
      const word = words[at % words.length]
      if (word === undefined) return
      const as = (other: string) => findingsOf(language, text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), other))
      const expected = await as(plainName)
      expect(await as(name), `${word} is called ${name} in ${text}`).toEqual(expected)
      looked += 1
    }),
    { numRuns },
  )
  expect(looked).toBeGreaterThan(numRuns / 2)
})

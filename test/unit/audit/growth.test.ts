// An audit's time grows with its source and no faster, whatever the source has much of, and however its parser is asked.

// @module-tag slow
import * as packaged from '@solidity-parser/parser'
import { describe, expect, test } from 'vitest'
import { auditFiles } from '../../../processors/jobs/audit/audit-task.ts'
import { quickParser } from '../../../processors/jobs/audit/solidity/quick-parser.ts'
import type { Language } from '../../../processors/jobs/audit/task-shape.ts'
import { expectLinear } from '../../support/doubling.ts'
import { chanceOf, grownSource, shapes } from '../../support/grown-source.ts'

const seed = Number(process.env.CI === 'true' ? 23 : Date.now() % 100_000)
const input = { form: 'files', includeInfo: false, focus: [], asOf: '2026-11-10T00:00:00.000Z', analysers: [] } as const
const audit = (language: Language, text: string) =>
  auditFiles({ ...input, language }, Buffer.from(JSON.stringify({ source: text })))

describe.each(['solidity', 'rust', 'move'] as const)('%s', (language) => {
  test.each(shapes)(`twice as much of %s takes twice as long, seed ${seed}`, async (shape) => {
    let first: Awaited<ReturnType<typeof audit>> | undefined
    await expectLinear(
      20_000,
      (size) => grownSource(language, shape, size, seed),
      async (made) => {
        const audited = await audit(language, made)
        first ??= audited
      },
    )
    expect(first?.output).toMatchObject({ kind: 'audit' })
  })
})

test('what was not looked at for its length is told', async () => {
  const loops = `${'for (uint i = 0; i < 9; i++) { '.repeat(30)}s = i;${'}'.repeat(30)}`
  const { text } = await audit('solidity', `contract A { uint s; function f() public { ${loops} } }`)
  expect(JSON.parse(text).not_examined.join()).toContain('A.f beyond 20000 steps (1500000 in all)')
})

test(`the parser that asks less reads what the package's own reads, seed ${seed}`, () => {
  const at = chanceOf(seed)
  const words = '(a)|(a, b)|((a))|(a)[1]|(a).b|(a)(b)|(uint)|(a, )|(, b)|()|((a, b), c)|a[]|uint[]|A.B|f{value: 1}((a))|(1 ether)'
  const leaves = [...words.split('|'), 'type(uint).max', 'payable(a)', '!(a)', 'new A(1)', '(a) ? (b) : (c)', '[(a)]', 'a[1:2]']
  const made = (depth: number): string =>
    depth === 0 || at(3) === 0
      ? leaves[at(leaves.length)]!
      : `${made(depth - 1)} ${['+', '-', '==', '&&', '<', '='][at(6)]} (${made(depth - 1)})`
  const frames = ['@;', 'uint x = @;', 'return @;', 'if (@) {}', '(uint p, ) = @;', 'emit X(@);', 'revert X(@);', 'a = @;']
  const read = (parse: typeof packaged.parse, source: string) => {
    try {
      return JSON.stringify(parse(source, { loc: true }))
    } catch {
      return 'refused'
    }
  }
  const results = Array.from({ length: 400 }, () => {
    const source = `contract A { function f() public { ${frames[at(frames.length)]!.replace('@', made(2))} } }`
    const tree = read(quickParser.parse as typeof packaged.parse, source)
    expect(tree, source).toBe(read(packaged.parse, source))
    return tree
  })
  expect(quickParser.parse).not.toBe(packaged.parse)
  expect(results.filter((one) => one !== 'refused').length).toBeGreaterThan(300)
})

// Files of tests on engines share a process: whoever measures or changes what it shares has one of its own.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const measures = /\bprocess\.(memoryUsage|cpuUsage|resourceUsage)\b|\bheapUsed\b/
// What vitest's spies change it takes back after each file itself.
const changes =
  /\bglobalThis(\.\w+|\[.+?\]) = |\bprocess\.env(\.\w+|\[.+?\]) = |\bdelete process\.env\b|\bprocess\.(chdir|on)\(|\bsetFlagsFromString\b|\bvi\.(stub\w+|mock|doMock|useFakeTimers|setSystemTime)\(/
const needsItsOwn = (text: string) => measures.test(text) || changes.test(text)

test('what needs a process of its own is seen', () => {
  const lines = [
    'const before = process.memoryUsage().rss',
    'globalThis.fetch = mine',
    "process.env.TZ = 'UTC'",
    "vi.stubEnv('A', 'b')",
  ]
  expect(lines.filter((line) => !needsItsOwn(line))).toEqual([])
  expect(needsItsOwn('const { PATH } = process.env\nconst real = globalThis.fetch')).toBe(false)
})

test('a test on engines that measures or changes its process says that it runs alone', () => {
  const texts = globSync(`${root}test/{integration,e2e}/**/*.test.ts`).map((file) => [file, readFileSync(file, 'utf8')] as const)
  expect(texts.length).toBeGreaterThan(100)
  const found = texts.filter(([, text]) => needsItsOwn(text))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(([, text]) => !/^\/\/ @module-tag alone$/m.test(text)).map(([file]) => file)).toEqual([])
})

// The journal of answers that have left: what was kept is found again by whoever comes next, and the files go when nobody needs them.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Kept, openPaymentJournal } from '../../../db/payments/journal.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = createDataDir('journal')
  folder = join(parent, 'payments')
})
afterEach(() => removeDataDir(parent))

const answer = { type: 'application/json', body: '{"a":"line\\nand \\"quotes\\" é €"}' }
const keptOf = (id: number, body = answer.body): Kept => ({
  id: String(id),
  nonce: `0x${id}`,
  transaction: `0xt${id}`,
  logIndex: id,
  answer: { type: answer.type, body },
})
const files = () => readdirSync(folder)

test('what was kept is found by another process while the first one still lives, and after it was killed', async () => {
  const journal = openPaymentJournal(folder)
  await Promise.all([1, 2, 3].map((id) => journal.keep(keptOf(id))))
  await journal.keep(keptOf(4))
  const next = openPaymentJournal(folder)
  const found = await next.find([2, 4, 9].map((id) => ({ id: String(id), nonce: `0x${id}` })))
  expect([...found.values()]).toEqual([keptOf(2), keptOf(4)])
  next.close()
  journal.close()
})

test.each([
  ['JSON', '{"a":"line\\nand \\"quotes\\" é €","b":[1,null]}'],
  ['lines, tabs and a word behind a space', 'one\ttwo\r\nthree 4 {"id":"4"}\n\n'],
  ['a tab', '\tone\ttwo\t'],
  ['what ends a line elsewhere', 'a\u2028b\u0085c\rd\u0000e'],
  ['half a letter', 'a\ud800b'],
  ['nothing', ''],
])('an answer of %s is found as it was kept', async (_what, body) => {
  const journal = openPaymentJournal(folder)
  await Promise.all([keptOf(1), keptOf(2, body), keptOf(3, body), keptOf(4)].map((kept) => journal.keep(kept)))
  const found = await openPaymentJournal(folder).find([1, 2, 3, 4].map((id) => ({ id: String(id), nonce: `0x${id}` })))
  expect([...found.values()]).toEqual([keptOf(1), keptOf(2, body), keptOf(3, body), keptOf(4)])
})

test('what an earlier release has kept, with its answer as a text of JSON, is found', async () => {
  const journal = openPaymentJournal(folder)
  await journal.keep(keptOf(1))
  appendFileSync(join(folder, files()[0]!), `2 ${JSON.stringify(keptOf(2))}\n`)
  expect((await journal.find([{ id: '2', nonce: '0x2' }])).get('2')).toEqual(keptOf(2))
})

test('a payment of another database with the same id is not taken for it', async () => {
  const journal = openPaymentJournal(folder)
  await journal.keep(keptOf(1))
  expect(await journal.find([{ id: '1', nonce: '0xother' }])).toEqual(new Map())
})

test('after an hour another file is begun: an old one may be taken for left behind', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const journal = openPaymentJournal(folder)
    await journal.keep(keptOf(1))
    await journal.keep(keptOf(2))
    expect(files()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 3_600_000)
    await journal.keep(keptOf(3))
    expect(files()).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('without its folder nothing is found', async () => {
  const journal = openPaymentJournal(folder)
  rmSync(folder, { recursive: true })
  expect(await journal.find([{ id: '1', nonce: '0x1' }])).toEqual(new Map())
  await journal.tidy(0)
})

test('half a line, left by a kill in the middle of it, is nothing wherever it was cut', async () => {
  const journal = openPaymentJournal(folder)
  await journal.keep(keptOf(1))
  const path = join(folder, files()[0]!)
  const whole = readFileSync(path)
  await journal.keep(keptOf(2))
  const both = readFileSync(path)
  for (let cut = whole.length; cut < both.length; cut++) {
    writeFileSync(path, both.subarray(0, cut))
    const found = await journal.find([1, 2].map((id) => ({ id: String(id), nonce: `0x${id}` })))
    expect([...found.values()]).toEqual([keptOf(1)])
  }
})

test('a file that has grown is followed by another, and goes when nothing in it is needed any more', async () => {
  const journal = openPaymentJournal(folder, 1_000)
  const releases = []
  for (let id = 1; id <= 3; id++) releases.push(await journal.keep(keptOf(id, 'x'.repeat(700))))
  expect(files()).toHaveLength(2)
  releases[0]!()
  releases[0]!()
  expect(files()).toHaveLength(2)
  releases[1]!()
  expect(files()).toHaveLength(1)
  expect([...(await journal.find([{ id: '3', nonce: '0x3' }])).keys()]).toEqual(['3'])
})

test('whoever is paid for nothing leaves no file, killed or not', () => {
  openPaymentJournal(folder)
  openPaymentJournal(folder).close()
  expect(files()).toEqual([])
})

test('whoever ends in order leaves nothing behind, but what is still needed', async () => {
  const journal = openPaymentJournal(folder)
  const release = await journal.keep(keptOf(1))
  release()
  journal.close()
  expect(files()).toEqual([])
  const other = openPaymentJournal(folder)
  await other.keep(keptOf(2))
  other.close()
  expect(files()).toHaveLength(1)
  expect((await openPaymentJournal(folder).find([{ id: '2', nonce: '0x2' }])).size).toBe(1)
})

test('what cannot be written is refused, and the next may be kept again', async () => {
  const journal = openPaymentJournal(folder, 10)
  await journal.keep(keptOf(1))
  rmSync(folder, { recursive: true })
  await expect(journal.keep(keptOf(2))).rejects.toThrow(/ENOENT/)
  await expect(journal.keep(keptOf(3))).rejects.toThrow(/ENOENT/)
  openPaymentJournal(folder).close()
  await journal.keep(keptOf(4))
  expect([...(await journal.find([2, 3, 4].map((id) => ({ id: String(id), nonce: `0x${id}` })))).keys()]).toEqual(['4'])
})

test('tidying removes old files of processes that are gone, and neither young ones nor its own nor what is not a journal', async () => {
  const [old, young] = [openPaymentJournal(folder), openPaymentJournal(folder)]
  await old.keep(keptOf(1))
  const oldFile = join(folder, files().find((name) => statSync(join(folder, name)).size > 0)!)
  await young.keep(keptOf(2))
  const journal = openPaymentJournal(folder)
  await journal.keep(keptOf(3))
  appendFileSync(join(folder, 'notes.txt'), 'mine')
  const longAgo = new Date(Date.now() - 7_200_000)
  for (const path of [oldFile, join(folder, 'notes.txt')]) utimesSync(path, longAgo, longAgo)
  await journal.tidy(3_600)
  expect(existsSync(oldFile)).toBe(false)
  expect(files()).toHaveLength(3)
  await journal.tidy(0)
  expect([...(await journal.find([{ id: '3', nonce: '0x3' }])).keys()]).toEqual(['3'])
})

test('nobody else may read what was paid for', async () => {
  const journal = openPaymentJournal(folder)
  await journal.keep(keptOf(1))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, files()[0]!)).mode & 0o777).toBe(0o600)
  chmodSync(folder, 0o755)
})

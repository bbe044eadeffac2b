// Documents written for all who ask: what a caller may vary, its host's port, costs others nothing.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createKeptDocuments } from '../../../api/kept-documents.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
// What was found dead is given back beside the program, and all of it only once the next collection begins.
const collectGarbage = () => {
  collect()
  collect()
}
const text = 'x'.repeat(1_000_000)
function openKept() {
  let [now, written] = [0, 0]
  const kept = createKeptDocuments({ now: () => new Date(now) }, 5_000)
  const tell = (origin: string) =>
    kept.text('page', origin, (at) => {
      written += 1
      return `${at} ${at.replace('https', 'wss')}/é ${text}`
    })
  return { tell, written: () => written, pass: (ms: number) => (now += ms) }
}

test('a document is written once for a while, whoever asks under which address', () => {
  const { tell, written, pass } = openKept()
  for (let n = 0; n < 3; n++)
    expect(`${tell(`http://localhost:${n}`).bytes}`).toBe(`http://localhost:${n} ws://localhost:${n}/é ${text}`)
  expect(written()).toBe(1)
  pass(5_001)
  tell('http://localhost:1')
  expect(written()).toBe(2)
})

test('who asks under ever new addresses is told to come back, and those of before are answered', () => {
  const { tell } = openKept()
  const usual = tell('http://localhost:8402')
  const flood = () => {
    for (let n = 0; n < 100; n++) tell(`http://localhost:${n}`)
  }
  expect(flood).toThrow(expect.objectContaining({ code: 'busy', retryAfterSeconds: 1 }))
  expect(tell('http://localhost:8402')).toBe(usual)
})

test('its tag is another one where its bytes are', () => {
  const { tell, pass } = openKept()
  const [one, other] = [tell('http://localhost:1'), tell('http://localhost:2')]
  expect(one.tag).not.toBe(other.tag)
  pass(5_001)
  expect(tell('http://localhost:1')).toEqual(one)
})

test('what is kept holds no memory but its own', () => {
  expect(Buffer.from('short').buffer.byteLength, 'short bytes are cut out of a block that many share').toBeGreaterThan(30_000)
  const kept = createKeptDocuments({ now: () => new Date(0) })
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  let documentBytes = 0
  for (let n = 0; n < 60; n++) {
    const { bytes } = kept.text(`page ${n}`, 'http://localhost:1', (at) => `${at}/${n} ${'y'.repeat(500)} ${at}/é`)
    expect(bytes.buffer.byteLength).toBe(bytes.length)
    documentBytes += bytes.length
    // Between two documents others take from that block.
    Buffer.from('z'.repeat(20_000))
  }
  collectGarbage()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * documentBytes + 200_000)
})

test('a document that changes is told anew, and no other: those of before are answered however much may be told in a second', () => {
  let now = 0
  const kept = createKeptDocuments({ now: () => new Date(now) }, 1_000)
  const origin = 'http://localhost:8402'
  const still = (n: number) => kept.text(`still ${n}`, origin, (at) => `${at} ${text}`)
  const turns = () => kept.text('still', origin, (at) => `${at} ${now}`)
  const before = [still(1), still(2), still(3), turns()]
  now += 1_001
  const after = [turns(), still(1), still(2), still(3)]
  expect(`${after[0]!.bytes}`).toBe(`${origin} 1001`)
  expect(after.slice(1)).toEqual(before.slice(0, 3))
  for (const [i, told] of after.slice(1).entries()) expect(told).toBe(before[i])
})

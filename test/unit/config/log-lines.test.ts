// A log that cannot be written stops nothing: its lines are lost, counted, and told once there is room.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLineWriter } from '../../../app/log-lines.ts'

const fault = (code: string) => Object.assign(new Error(code), { code })

function paper() {
  const written = { text: '', room: Number.POSITIVE_INFINITY, fault: fault('ENOSPC') as Error | null }
  const writer = createLineWriter((bytes) => {
    if (written.fault !== null && written.room === 0) throw written.fault
    const piece = bytes.subarray(0, written.room)
    written.text += piece.toString()
    written.room -= piece.length
    return piece.length
  })
  return { written, writer }
}

test('lines go out whole, whatever piece of them is taken at a time', () => {
  let text = ''
  const writer = createLineWriter((bytes) => {
    text += bytes.subarray(0, 1).toString('latin1')
    return 1
  })
  writer.write('one\n')
  writer.write('two\n')
  expect(text).toBe('one\ntwo\n')
})

test('a full disk loses lines, and each that comes after stands on its own', () => {
  const { written, writer } = paper()
  writer.write('{"n":1}\n')
  written.room = 4
  for (const n of [2, 3, 4]) writer.write(`{"n":${n}}\n`)
  written.room = Number.POSITIVE_INFINITY
  writer.write('{"n":5}\n')
  writer.write('{"n":6}\n')
  const lines = written.text.trim().split('\n')
  expect([lines[0], lines[1], lines[3], lines[4]]).toEqual(['{"n":1}', '{"n"', '{"n":5}', '{"n":6}'])
  expect(JSON.parse(lines[2]!)).toMatchObject({ level: 40, lines: 3, msg: 'lines of this log could not be written' })
  expect(lines).toHaveLength(5)
})

test('a slow reader is waited for once, and then no more until it reads', () => {
  let tries = 0
  const writer = createLineWriter(() => {
    tries += 1
    throw fault('EAGAIN')
  })
  const startedAt = performance.now()
  writer.write('one\n')
  const [first, waited] = [tries, performance.now() - startedAt]
  expect(first).toBeGreaterThan(10)
  expect(waited).toBeGreaterThan(500)
  for (let n = 0; n < 50; n++) writer.write('more\n')
  expect(tries).toBe(first + 50)
})

test('a program whose log has no room does its work and ends as it says', async () => {
  const module = new URL('../../../app/logger.ts', import.meta.url).href
  const program = `
    const { createLogger } = await import(${JSON.stringify(module)})
    const logger = createLogger({ level: 'info', pretty: false })
    for (let n = 0; n < 100; n++) logger.info('n')
    logger.fatal('the end')
    process.exitCode = 7`
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    stdio: ['ignore', full, 'inherit'],
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(7)
}, 20_000)

// Archives too large to hold: downloaded whole or not at all, unpacked by their directory, checked by their sums.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { withScratch } from '../../ingestors/client/scratch.ts'
import { readTable } from '../../ingestors/formats/table-stream.ts'
import { withZip } from '../../ingestors/formats/zip.ts'
import { writeArchive } from '../../ingestors/samples/archive.ts'
import { type Behaviour, startUpstream } from '../support/upstream.ts'

const table = `A\tB\tC\r\n${Array.from({ length: 50_000 }, (_, i) => `${i}\t"say ""${i}"""\tü${i}`).join('\r\n')}\r\n`
const archive = Buffer.from(writeArchive({ 'folder/TABLE.tsv': table, 'readme.htm': '<p>' }))
const mostBytes = 10_000_000

async function download(behave: Behaviour, maxBytes = 1_000_000): Promise<Buffer> {
  const upstream = await startUpstream(behave)
  onTestFinished(upstream.stop)
  return withScratch(async (folder) => {
    await upstream.client().download('https://archives.example/a.zip', join(folder, 'a.zip'), { maxBytes })
    return readFile(join(folder, 'a.zip'))
  })
}

const unzip = (bytes: Buffer, name = 'table.tsv', most = mostBytes) =>
  withScratch(async (folder) => {
    await writeFile(join(folder, 'a.zip'), bytes)
    return withZip(join(folder, 'a.zip'), most, async (zip) => {
      let text = ''
      for await (const piece of await zip.text(name)) text += piece
      return text
    })
  })

test('a body arrives byte for byte, packed on the way or not', async () => {
  expect(await download((_asked, response) => void response.end(archive))).toEqual(archive)
  const packed = gzipSync(archive)
  expect(await download((_asked, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))).toEqual(
    archive,
  )
})

test('a body that stops in the middle is fetched again, and a second time given up', async () => {
  const cut: Behaviour = ({ times }, response) => {
    if (times > 1) return void response.end(archive)
    response.writeHead(200, { 'content-length': archive.length })
    response.write(archive.subarray(0, 1_000), () => response.destroy())
  }
  expect(await download(cut)).toEqual(archive)
  const always: Behaviour = (asked, response) => cut({ ...asked, times: 1 }, response)
  await expect(download(always)).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test.each<[string, Behaviour, string]>([
  ['a web page', (_asked, response) => void response.end('<!doctype html><html>busy'), 'upstream_changed'],
  ['nothing', (_asked, response) => void response.end(), 'upstream_changed'],
  ['too much', (_asked, response) => void response.end(Buffer.alloc(1_000_001)), 'upstream_changed'],
  ['a refusal', (_asked, response) => void response.writeHead(403).end(), 'upstream_refused'],
])('%s in its place is refused', async (_name, behave, code) => {
  await expect(download(behave)).rejects.toMatchObject({ code })
})

test('a member is found in any folder and case, and read as it was', async () => {
  expect(await unzip(archive)).toBe(table)
  await expect(unzip(archive, 'other.tsv')).rejects.toMatchObject({ code: 'upstream_changed' })
})

test('a cut, a broken or a lying archive is refused', async () => {
  await expect(unzip(archive.subarray(0, archive.length - 30))).rejects.toMatchObject({ code: 'upstream_changed' })
  await expect(unzip(Buffer.from('not a zip'))).rejects.toMatchObject({ code: 'upstream_changed' })
  // The checksum is in the member's header and in the directory, which is what counts.
  const directory = archive.indexOf('PK\x01\x02')
  const other = Buffer.from(archive)
  other.writeUInt32LE(1, directory + 16)
  await expect(unzip(other)).rejects.toMatchObject({ code: 'upstream_changed', message: expect.stringContaining('checksum') })
  const bomb = Buffer.from(writeArchive({ 'table.tsv': 'x'.repeat(5_000_000) }))
  await expect(unzip(bomb, 'table.tsv', 1_000_000)).rejects.toMatchObject({ code: 'upstream_changed' })
  // One that says it is small and is not.
  const liar = Buffer.from(bomb)
  liar.writeUInt32LE(100, liar.indexOf('PK\x01\x02') + 24)
  await expect(unzip(liar, 'table.tsv', 1_000_000)).rejects.toMatchObject({ code: 'upstream_changed' })
})

test('a table is read by its header’s names, in pieces cut anywhere', async () => {
  async function* pieces() {
    for (let at = 0; at < table.length; at += 7_919) yield table.slice(at, at + 7_919)
  }
  const rows: Readonly<Record<'B' | 'C', string>>[] = []
  for await (const part of readTable(pieces(), ['C', 'B'], '\t')) rows.push(...part)
  expect(rows).toHaveLength(50_000)
  expect(rows.at(-1)).toEqual({ B: 'say "49999"', C: 'ü49999' })
  const read = async (text: string) => {
    for await (const _ of readTable([text] as never, ['A', 'Z'], '\t'));
  }
  await expect(read('A\tB\n1\t2\n')).rejects.toMatchObject({ code: 'upstream_changed' })
  await expect(read('')).rejects.toMatchObject({ code: 'upstream_changed' })
})

// Opens a zip on disk by its directory and streams a member's text; its size and its checksum are those the directory names.
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { messageOf, TollgateError } from '../../base/errors.ts'

export interface Zip {
  /** Its members' names without folders. */
  readonly names: readonly string[]
  /** A member by its name without folders, in any case; its text comes in pieces. */
  text(name: string): Promise<AsyncIterable<string>>
  /** The same in one piece. */
  whole(name: string): Promise<string>
}

// The directory tells before anything is unpacked: a bomb is not begun.
const mostMembers = 100

export async function withZip<T>(path: string, mostBytes: number, work: (zip: Zip) => Promise<T>): Promise<T> {
  const file = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw broken(error)
  })
  try {
    const entries = await listEntries(file)
    const byName = new Map(entries.map((entry) => [plainName(entry).toLowerCase(), entry]))
    const text = async (name: string) => {
      const entry = byName.get(name.toLowerCase())
      if (entry === undefined) throw new TollgateError('upstream_changed', `the archive has no ${name}`)
      if (entry.uncompressedSize > mostBytes)
        throw new TollgateError('upstream_changed', `${name} unpacks to more than ${mostBytes} bytes`)
      return readText(file, entry)
    }
    return await work({
      names: entries.map(plainName),
      text,
      whole: async (name) => (await Array.fromAsync(await text(name))).join(''),
    })
  } finally {
    file.close()
  }
}

const plainName = ({ fileName }: Entry): string => fileName.slice(fileName.lastIndexOf('/') + 1)

async function listEntries(file: ZipFile): Promise<Entry[]> {
  if (file.entryCount > mostMembers) throw new TollgateError('upstream_changed', `the archive has ${file.entryCount} members`)
  const entries: Entry[] = []
  try {
    for await (const entry of file.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry)
  } catch (error) {
    throw broken(error)
  }
  return entries
}

async function* readText(file: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let sum = 0
  try {
    const stream = await file.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw broken(error)
  }
  if (sum !== entry.crc32) throw new TollgateError('upstream_changed', `${plainName(entry)} is not what its checksum says`)
  yield decoder.decode()
}

function broken(error: unknown): TollgateError {
  if (error instanceof TollgateError) return error
  return new TollgateError('upstream_changed', `the archive is broken: ${messageOf(error)}`, { cause: error })
}

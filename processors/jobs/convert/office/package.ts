// An office file as the zip of parts it is: only parts that are asked for are unpacked, within bounds, and none that stands outside.
import { unzipSync } from 'fflate'
import { ConvertRefusal } from '../refusal.ts'
import { childrenOf, parseXml } from './xml.ts'

export interface Relation {
  readonly id: string
  readonly type: string
  /** A part of the same file; null where it points outside. */
  readonly part: string | null
  /** The address of a link, which is shown and never asked for. */
  readonly link: string | null
}

export interface OfficePackage {
  readonly names: readonly string[]
  /** Null where there is no such part, or where it is longer than the room that it is to take up. */
  text(part: string, room?: { bytes: number }): string | null
  relations(part: string): readonly Relation[]
}

export type PackageLimits = { readonly mostPartBytes: number; readonly mostBytes: number; readonly mostEntries: number }
const megabyte = 1024 * 1024
export const packageLimits: PackageLimits = { mostPartBytes: 128 * megabyte, mostBytes: 192 * megabyte, mostEntries: 20_000 }

export function openPackage(bytes: Uint8Array, limits = packageLimits): OfficePackage {
  const names = listNames(bytes, limits)
  let unpacked = 0
  const text = (part: string, room?: { bytes: number }): string | null => {
    if (!names.has(part)) return null
    const found = unzip(bytes, ({ name, originalSize }) => {
      if (name !== part) return false
      if (room !== undefined) {
        if (originalSize > room.bytes) return false
        room.bytes -= originalSize
        return true
      }
      unpacked += originalSize
      if (originalSize > limits.mostPartBytes || unpacked > limits.mostBytes)
        throw new ConvertRefusal('too_complex', 'the document unpacks to more than one call may read')
      return true
    })[part]
    return found === undefined ? null : decode(found)
  }
  return {
    names: [...names],
    text,
    relations(part) {
      const slash = part.lastIndexOf('/') + 1
      const xml = text(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)
      return xml === null ? [] : childrenOf(parseXml(xml)).flatMap(({ attributes }) => relationOf(attributes, part))
    },
  }
}

function relationOf(attributes: Record<string, string>, from: string): Relation[] {
  const { Id: id, Type: fullType = '', Target: target = '', TargetMode: mode } = attributes
  if (id === undefined) return []
  const type = fullType.slice(fullType.lastIndexOf('/') + 1)
  if (mode === 'External') {
    const isLink = type === 'hyperlink' && /^(?:https?|mailto):/i.test(target) && target.length <= 2_000
    return [{ id, type, part: null, link: isLink ? target : null }]
  }
  return [{ id, type, part: partAt(target, from), link: null }]
}

/** Relative to the part that says it; never above the root. */
function partAt(target: string, from: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//') || target.includes('\\')) return null
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

function listNames(bytes: Uint8Array, { mostEntries }: PackageLimits): Set<string> {
  const names = new Set<string>()
  unzip(bytes, ({ name }) => {
    // Two parts of one name: nobody can say which of them a reader shows.
    if (names.has(name)) throw new ConvertRefusal('broken', 'the document holds two parts of the same name')
    names.add(name)
    if (names.size > mostEntries) throw new ConvertRefusal('too_complex', 'the document has more parts than one call may read')
    return false
  })
  return names
}

function unzip(bytes: Uint8Array, filter: (entry: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof ConvertRefusal) throw error
    throw new ConvertRefusal('broken', 'the document is damaged: its zip cannot be unpacked', error)
  }
}

function decode(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

// Positions on their way from millions of rows to one sum a security: parted by security into files, so that a part at a time is in memory.
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HeldKind, heldKinds } from '../../sec/thirteen-f.ts'

export interface HeldRow {
  readonly security: number
  readonly manager: number
  readonly isBefore: boolean
  readonly kind: HeldKind
  readonly amount: number
  readonly valueUsd: number
}

export interface PositionFiles {
  /** Whether some part should be written out. */
  add(row: HeldRow): boolean
  flush(): Promise<void>
  parts(): AsyncGenerator<HeldRow[]>
}

const parts = 64
const rowBytes = 25
const blockRows = 1_024

export function createPositionFiles(folder: string): PositionFiles {
  const blocks = new Map<number, Buffer>()
  const filled = new Array<number>(parts).fill(0)
  const full: { readonly part: number; readonly bytes: Buffer }[] = []
  const put = (part: number): void => {
    full.push({ part, bytes: Buffer.from(blocks.get(part)!.subarray(0, filled[part]! * rowBytes)) })
    filled[part] = 0
  }
  const pathOf = (part: number) => join(folder, `positions-${part}`)
  const writeOut = async (): Promise<void> => {
    for (const { part, bytes } of full.splice(0)) await appendFile(pathOf(part), bytes)
  }
  return {
    add({ security, manager, isBefore, kind, amount, valueUsd }) {
      const part = security % parts
      const block = blocks.get(part) ?? Buffer.allocUnsafe(rowBytes * blockRows)
      const at = filled[part]! * rowBytes
      blocks.set(part, block)
      block.writeUInt32LE(security, at)
      block.writeUInt32LE(manager, at + 4)
      block.writeUInt8(heldKinds.indexOf(kind) * 2 + (isBefore ? 1 : 0), at + 8)
      block.writeDoubleLE(amount, at + 9)
      block.writeDoubleLE(valueUsd, at + 17)
      filled[part] = filled[part]! + 1
      if (filled[part] === blockRows) put(part)
      return full.length > 0
    },
    flush: writeOut,
    async *parts() {
      for (const part of blocks.keys()) put(part)
      // Every part that has rows has a file then.
      await writeOut()
      for (const part of [...blocks.keys()].sort((a, b) => a - b)) yield readRows(await readFile(pathOf(part)))
    },
  }
}

function readRows(bytes: Buffer): HeldRow[] {
  return Array.from({ length: bytes.length / rowBytes }, (_, i) => {
    const at = i * rowBytes
    const tag = bytes.readUInt8(at + 8)
    return {
      security: bytes.readUInt32LE(at),
      manager: bytes.readUInt32LE(at + 4),
      isBefore: tag % 2 === 1,
      kind: heldKinds[tag >> 1]!,
      amount: bytes.readDoubleLE(at + 9),
      valueUsd: bytes.readDoubleLE(at + 17),
    }
  })
}

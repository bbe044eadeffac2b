// Bytes kept for long: the pieces in order, in memory that nothing else shares.
import { expect, test } from 'vitest'
import { ownBytes } from '../../../base/own-bytes.ts'

test('pieces are joined in memory of their own', () => {
  const own = ownBytes(Buffer.from('short'), new Uint8Array([33]), Buffer.alloc(0))
  expect(own.toString()).toBe('short!')
  expect(own.buffer.byteLength).toBe(own.length)
  expect(ownBytes()).toHaveLength(0)
})

// A colour profile of one colour (ICC.1, version 2): shades by a power, which readers that use it show otherwise than plain ones.

const headerBytes = 128
const tag = (name: string, content: Buffer) => ({ name, content })

export function greyProfile(gamma: number): Buffer {
  const white = Buffer.alloc(20)
  white.write('XYZ ', 0, 'latin1')
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) white.writeInt32BE(Math.round(65_536 * value), 8 + 4 * i)
  const curve = Buffer.alloc(16)
  curve.write('curv', 0, 'latin1')
  curve.writeUInt32BE(1, 8)
  curve.writeUInt16BE(Math.round(256 * gamma), 12)
  const tags = [tag('wtpt', white), tag('kTRC', curve)]
  const head = Buffer.alloc(headerBytes + 4 + 12 * tags.length)
  head.writeUInt32BE(tags.length, headerBytes)
  let at = head.length
  for (const [i, { name, content }] of tags.entries()) {
    const row = headerBytes + 4 + 12 * i
    head.write(name, row, 'latin1')
    head.writeUInt32BE(at, row + 4)
    head.writeUInt32BE(content.length, row + 8)
    at += content.length
  }
  head.writeUInt32BE(at, 0)
  head.writeUInt32BE(0x02100000, 8)
  for (const [i, word] of ['mntr', 'GRAY', 'XYZ '].entries()) head.write(word, 12 + 4 * i, 'latin1')
  head.write('acsp', 36, 'latin1')
  white.copy(head, 68, 8)
  return Buffer.concat([head, ...tags.map(({ content }) => content)])
}

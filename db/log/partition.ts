// Which partition a key belongs to: Kafka's own murmur2 rule, so that both logs and any Kafka producer agree.
export function partitionOf(key: string, partitions: number): number {
  return partitions === 1 ? 0 : (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions
}

// Kafka's org.apache.kafka.common.utils.Utils.murmur2, 32-bit with seed 0x9747b28c.
export function murmur2(data: Uint8Array): number {
  const m = 0x5bd1e995
  let h = 0x9747b28c ^ data.length
  const blocks = data.length >>> 2
  for (let i = 0; i < blocks; i++) {
    const at = i * 4
    let k = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24)
    k = Math.imul(k, m)
    k ^= k >>> 24
    k = Math.imul(k, m)
    h = Math.imul(h, m) ^ k
  }
  const tail = blocks * 4
  const left = data.length & 3
  if (left >= 3) h ^= data[tail + 2]! << 16
  if (left >= 2) h ^= data[tail + 1]! << 8
  if (left >= 1) {
    h ^= data[tail]!
    h = Math.imul(h, m)
  }
  h ^= h >>> 13
  h = Math.imul(h, m)
  return h ^ (h >>> 15)
}

// A real DNS server over UDP on a free local port, whose answers a test scripts per question and per count.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsAnswer = readonly string[] | 'nxdomain' | 'silent' | 'servfail'
export type DnsQuestion = { name: string; type: 'A' | 'AAAA' | 'other'; nth: number }
export type DnsServer = { address: string; questions: readonly DnsQuestion[]; close(): Promise<void> }

const flags = { ok: 0x8580, nxdomain: 0x8583, servfail: 0x8582 }

export async function startDnsServer(answer: (question: DnsQuestion) => DnsAnswer): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: DnsQuestion[] = []
  socket.on('message', (message, peer) => {
    const { name, type, end } = readQuestion(message)
    const nth = questions.filter((q) => q.name === name && q.type === type).length
    const question: DnsQuestion = { name, type, nth }
    questions.push(question)
    const said = answer(question)
    if (said === 'silent') return
    socket.send(encode(message, end, said), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(message: Buffer): { name: string; type: DnsQuestion['type']; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    const length = message[at]!
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const code = message.readUInt16BE(at + 1)
  return { name: labels.join('.').toLowerCase(), type: code === 1 ? 'A' : code === 28 ? 'AAAA' : 'other', end: at + 5 }
}

function encode(query: Buffer, end: number, said: Exclude<DnsAnswer, 'silent'>): Buffer {
  const records = typeof said === 'string' ? [] : said.map(record)
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(typeof said === 'string' ? flags[said] : flags.ok, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, query.subarray(12, end), ...records])
}

// Name by pointer to the question, class IN, time to live 0: the shape a rebinding attacker sends.
function record(address: string): Buffer {
  const data = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.from([0xc0, 0x0c, 0, data.length === 16 ? 28 : 1, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function ipv6Bytes(address: string): Buffer {
  const [left = '', right] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((g) => Number.parseInt(g, 16)))
  const tail = groups(right ?? '')
  const head = groups(left)
  const all = right === undefined ? head : [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

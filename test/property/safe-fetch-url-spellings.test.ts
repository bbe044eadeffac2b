// Random spellings of inside addresses, as a parser-savvy attacker would write them: none may be let through to a socket.

import { describe, expect, it } from 'vitest'
import { createSafeFetch, FetchRefusal } from '../../base/safe-fetch/index.ts'
import fc from '../support/chance.ts'

const inside = fc.oneof(
  fc.nat({ max: 0xffffff }).map((low) => 0x7f000000 + low),
  fc.nat({ max: 0xffffff }).map((low) => 0x0a000000 + low),
  fc.nat({ max: 0xffff }).map((low) => 0xc0a80000 + low),
  fc.nat({ max: 0xffff }).map((low) => 0xa9fe0000 + low),
  fc.constantFrom(0xa9fea9fe, 0x7f000001, 0, 0x64400001),
)

// Every number of parts, each in its own base, as the URL standard reads IPv4.
const radix = fc.constantFrom('decimal', 'octal', 'hex', 'HEX', 'padded')
const part = (value: number, base: string) =>
  ({
    decimal: `${value}`,
    octal: `0${value.toString(8)}`,
    hex: `0x${value.toString(16)}`,
    HEX: `0X${value.toString(16).toUpperCase()}`,
    padded: `0x0000${value.toString(16)}`,
  })[base]!

const dotted = fc
  .tuple(inside, fc.integer({ min: 1, max: 4 }), fc.array(radix, { minLength: 4, maxLength: 4 }))
  .map(([int, parts, bases]) => {
    const bytes = [24, 16, 8, 0].map((shift) => Math.floor(int / 2 ** shift) % 256)
    const head = bytes.slice(0, parts - 1)
    const rest = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0)
    return [...head, rest].map((value, i) => part(value, bases[i]!)).join('.')
  })
const wide: Record<string, string> = { '.': '。', '0': '０', '1': '１', '2': '②', '7': '⑦', x: 'ｘ' }
const disguised = fc
  .tuple(dotted, fc.array(fc.constantFrom('plain', 'wide', 'percent'), { minLength: 60, maxLength: 60 }))
  .map(([text, ways]) =>
    [...text]
      .map((c, i) =>
        ways[i] === 'wide' ? (wide[c] ?? c) : ways[i] === 'percent' ? `%${c.charCodeAt(0).toString(16).padStart(2, '0')}` : c,
      )
      .join(''),
  )
const bracketed = inside.map((int) => `[::ffff:${Math.floor(int / 65536).toString(16)}:${(int % 65536).toString(16)}]`)
const host = fc.oneof(
  dotted,
  disguised,
  bracketed,
  dotted.map((text) => `${text}.`),
)
const scheme = fc.constantFrom('http://', 'https://', 'HTTP://', 'hTTpS://', 'http:\\\\', 'http:/', 'http:', 'http:////')
const before = fc.constantFrom('', '', '', '', 'user@', 'example.com@', 'example.com:80@', '@', ':@')
const after = fc.constantFrom(
  '',
  '/',
  ':80/',
  '/x?y#z',
  '#@example.com',
  '?@example.com/',
  '\\@example.com',
  ':443',
  '/../..',
  ';@example.com',
)

const asked: string[] = []
const safeFetch = createSafeFetch({
  resolver: {
    resolve: async (name) => {
      asked.push(name)
      return []
    },
  },
})

describe('spellings of inside addresses', () => {
  it('are all refused without a look-up or a connection', async () => {
    await fc.assert(
      fc.asyncProperty(scheme, before, host, after, async (...pieces) => {
        const url = pieces.join('')
        asked.length = 0
        const refusal = await safeFetch(url).then(
          () => null,
          (error) => error,
        )
        expect(refusal, url).toBeInstanceOf(FetchRefusal)
        expect(refusal.status, url).toBe(400)
        expect(['address_refused', 'host_refused', 'url_invalid', 'credentials_refused', 'port_refused'], url).toContain(
          refusal.code,
        )
        expect(asked, url).toEqual([])
      }),
      { numRuns: 5000 },
    )
  })

  it('are refused as addresses when nothing else is wrong with them', async () => {
    await fc.assert(
      fc.asyncProperty(host, async (name) => {
        await expect(safeFetch(`http://${name}/`)).rejects.toMatchObject({ code: 'address_refused' })
      }),
      { numRuns: 3000 },
    )
  })

  it('of any text at all end in a refusal with a code', async () => {
    const noise = fc.oneof(
      fc.webUrl(),
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => `http://${text}`),
    )
    await fc.assert(
      fc.asyncProperty(noise, async (url) => {
        await expect(safeFetch(url.replace(/\/\/(\d)/, '//n$1'))).rejects.toBeInstanceOf(FetchRefusal)
      }),
      { numRuns: 3000 },
    )
  })
})

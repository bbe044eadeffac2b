// Charsets, word counts, languages, cuts and kinds: the plain parts of a reading.
import { describe, expect, it } from 'vitest'
import { contentKind } from '../../../processors/jobs/read/content-kind.ts'
import { hiddenSelectors } from '../../../processors/jobs/read/html/hidden-selectors.ts'
import { readLinkedData } from '../../../processors/jobs/read/html/json-ld.ts'
import { judgeReading, type ReadingFacts } from '../../../processors/jobs/read/quality.ts'
import { cutAtBlock, tidyBlocks } from '../../../processors/jobs/read/text/clean.ts'
import { charsetOf, decodeText } from '../../../processors/jobs/read/text/decode.ts'
import { guessLanguage } from '../../../processors/jobs/read/text/language.ts'
import { countWords } from '../../../processors/jobs/read/text/words.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()

describe('charsets', () => {
  it.each([
    ['UTF-8 by its bytes', Buffer.from('é ü 漢'), null, 'é ü 漢', 'utf-8'],
    ['not UTF-8 by its bytes', latin('caf\xe9'), null, 'café', 'windows-1252'],
    ['the header', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'windows-1251', 'Привет', 'windows-1251'],
    [
      'the header over the meta element',
      latin('<meta charset="utf-8">\xe4'),
      'iso-8859-1',
      '<meta charset="utf-8">ä',
      'windows-1252',
    ],
    ['the meta element', latin('<meta charset=koi8-r>\xf0'), null, '<meta charset=koi8-r>П', 'koi8-r'],
    [
      'the old meta element',
      latin('<meta http-equiv=Content-Type content="text/html; charset=iso-8859-2">\xb1'),
      null,
      '<meta http-equiv=Content-Type content="text/html; charset=iso-8859-2">ą',
      'iso-8859-2',
    ],
    ['the byte order mark over the header', Buffer.from('\ufeffé'), 'iso-8859-1', 'é', 'utf-8'],
    ['UTF-16 little-endian', Buffer.from('\ufeffé', 'utf16le'), null, 'é', 'utf-16le'],
    ['UTF-16 big-endian', utf16be('é'), 'utf-8', 'é', 'utf-16be'],
    ['Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'Shift_JIS', '日本', 'shift_jis'],
    ['EUC-KR', Buffer.from([0xc7, 0xd1, 0xb1, 0xdb]), 'euc-kr', '한글', 'euc-kr'],
    ['GB18030', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), 'gb2312', '你好', 'gbk'],
    ['Big5', Buffer.from([0xa7, 0x41, 0xa6, 0x6e]), 'big5', '你好', 'big5'],
    ['an unknown label', Buffer.from('é'), 'utf8-ish', 'é', 'utf-8'],
    ['the dangerous UTF-7', Buffer.from('+ADw-x'), 'utf-7', '+ADw-x', 'utf-8'],
    ['windows-1252 quotes', latin('\x93q\x94 \x80'), 'iso-8859-1', '“q” €', 'windows-1252'],
  ])('reads %s', (_name, bytes, header, text, charset) => {
    expect(decodeText(bytes, header, 'html')).toMatchObject({ text, charset, replaced: false })
  })

  it('notices damage', () => {
    expect(decodeText(latin('caf\xe9'), 'utf-8', 'html').replaced).toBe(true)
  })

  it.each([
    ['text/html; charset=utf-8', 'utf-8'],
    ['text/html;charset="Shift_JIS"; x=y', 'Shift_JIS'],
    ['text/html; Charset = koi8-r', 'koi8-r'],
    ['text/html', null],
    [`text/html; charset=${'a'.repeat(100)}`, 'a'.repeat(40)],
  ])('%s declares %s', (type, charset) => expect(charsetOf(type)).toBe(charset))
})

describe('words', () => {
  it.each([
    ['', 0],
    ['one two  three', 3],
    ["it's 3.5 per-cent, isn't it?", 5],
    ['— … !', 0],
    ['Привет мир', 2],
    ['日本語を勉強します', 5],
  ])('%j has %i', (text, words) => expect(countWords(text)).toBe(words))
})

describe('languages', () => {
  it.each([
    ['en_us', '', 'en-US', 'declared'],
    ['zh-hant-tw', '', 'zh-Hant-TW', 'declared'],
    ['x"><script>', '', null, 'unknown'],
    [null, 'Die Kranführer im Hafen kehren am Montag nach neunzehn Tagen an die Arbeit zurück.', 'de', 'guessed'],
    [null, "Les grutiers du port reprendront le travail lundi après avoir voté en faveur d'un accord.", 'fr', 'guessed'],
    [null, 'Крановщики порта вернутся на работу в понедельник после голосования за соглашение.', 'ru', 'guessed'],
    [null, 'ok', null, 'unknown'],
  ])('%s, %j is %s', (declared, text, language, language_source) => {
    expect(guessLanguage(declared, text)).toEqual({ language, language_source })
  })
})

describe('cutting', () => {
  it('cuts at a block, then a word, then anywhere, never inside a pair', () => {
    expect(cutAtBlock('aaaa\n\nbbbb\n\ncccc', 13)).toEqual({ text: 'aaaa\n\nbbbb', truncated: true })
    expect(cutAtBlock('aaaa bbbb cccc', 11)).toEqual({ text: 'aaaa bbbb', truncated: true })
    expect(cutAtBlock('a'.repeat(20), 10)).toEqual({ text: 'a'.repeat(10), truncated: true })
    expect(cutAtBlock('aaa😀', 4).text).toBe('aaa\ufffd')
    expect(cutAtBlock('short', 10)).toEqual({ text: 'short', truncated: false })
  })

  it('closes the fence it cuts, with the same marks', () => {
    expect(cutAtBlock('````js\n```\nxxxxxxxx yyyy\n````\n', 22).text).toBe('````js\n```\nxxxxxxxx\n````')
  })

  it('leaves code alone when it tidies', () => {
    expect(tidyBlocks('a  \n\n\n\n```\nx\n\n\n  \ny\n```\n\n\nb\n')).toBe('a\n\n```\nx\n\n\n  \ny\n```\n\nb')
  })
})

describe('kinds', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  it.each([
    ['text/html', 'x', 'html'],
    ['application/xhtml+xml; charset=x', 'x', 'html'],
    ['', '\n <!-- c --><!DOCTYPE html>', 'html'],
    ['', 'plain words', 'text'],
    ['', 'a\0b', 'unsupported'],
    ['application/octet-stream', '<html>', 'html'],
    ['application/octet-stream', 'words', 'unsupported'],
    ['', '<h1>A piece of a page</h1>', 'html'],
    ['application/octet-stream', '<P class=x>', 'html'],
    ['', '<meta charset=utf-8><h1>A page without its first tags</h1>', 'html'],
    ['', '<metadata/>', 'text'],
    ['', '<address-list/>', 'text'],
    ['', '<?xml version="1.0"?><a>x</a>', 'text'],
    ['application/pdf', '%PDF-1.4', 'pdf'],
    ['application/pdf', 'junk before %PDF-1.4', 'pdf'],
    ['application/pdf', '<html>not found', 'unsupported'],
    ['text/html', '%PDF-1.4', 'html'],
    ['application/ld+json', '{}', 'json'],
    ['application/atom+xml', '<feed>', 'markup'],
    ['image/svg+xml', '<svg>', 'unsupported'],
    ['text/csv', 'a,b', 'text'],
    ['text/plain', 'a\0b', 'unsupported'],
    ['video/mp4', 'x', 'unsupported'],
  ])('%s with %j is %s', (type, text, kind) => expect(contentKind(type, bytes(text))).toBe(kind))
})

describe('linked data', () => {
  it.each([
    [
      '{"@type":"NewsArticle","headline":"H","author":"A","datePublished":"2026-01-02"}',
      { headline: 'H', author: 'A', published: '2026-01-02' },
    ],
    [
      '{"@graph":[{"@type":"Organization","name":"O"},{"@type":["Article"],"name":"N","author":[{"name":"A"},{"name":"B"}]}]}',
      { headline: 'N', author: 'A, B' },
    ],
    ['[{"@type":"BlogPosting","headline":7,"publisher":{"name":"P"}}]', { headline: null, site: 'P' }],
    ['{"@type":"Product","name":"X"}', { headline: null }],
    ['{broken', { headline: null, author: null, published: null, site: null }],
    ['null', { headline: null }],
  ])('%s', (block, expected) => expect(readLinkedData([block])).toMatchObject(expected))
})

describe('hiding rules', () => {
  it.each([
    ['.a{display:none}', ['.a']],
    ['.a, #b ,p.c,.d .e{visibility:hidden}', ['.a', '#b']],
    ['@media print{.a{display:none}} .b{display:none!important}', ['.b']],
    ['.a{display:block}.b{opacity:0}', []],
    ['.a{-webkit-backface-visibility:hidden}.b{margin-left:-1000px}.c{left:-50px}', []],
    ['.a{clip:rect(0,0,0,0)}', ['.a']],
    ['.a{display:none', []],
  ])('%s', (css, selectors) => expect(hiddenSelectors(css)).toEqual(selectors))
})

describe('quality', () => {
  const facts: ReadingFacts = {
    words: 300,
    textShare: 1,
    hasTitle: true,
    headings: 2,
    metadataParts: 4,
    agreement: 1,
    blocked: false,
    damaged: false,
    title: 'T',
    site: 's.example.com',
    fetchedAt: new Date(0),
  }
  it.each([
    // 40 + 25 + 20 + 15
    [{}, 'readable', 100, 0.95],
    // 40·0.5 + 25·0.5 + 20·0.5 + 0
    [{ words: 150, textShare: 0.5, headings: 0, metadataParts: 0 }, 'readable', 42.5, 0.95],
    [{ damaged: true }, 'partial', 100, 0.75],
    [{ words: 10 }, 'thin', 40, 0.95],
    [{ words: 80, blocked: true }, 'blocked', 10, 0.95],
    [{ agreement: 0 }, 'readable', 100, 0.5],
  ] as const)('%j is %s, %d, %d', (more, label, score, confidence) => {
    expect(judgeReading({ ...facts, ...more })).toMatchObject({ label, score, confidence })
  })

  it('never says more than 240 characters', () => {
    expect(judgeReading({ ...facts, title: '😀'.repeat(300) }).summary.length).toBeLessThanOrEqual(240)
  })
})

it('a server that says UTF-8 of a page in another charset is not believed where the page says so itself and can be read', () => {
  const page = (declared: string) => Buffer.from(`<meta charset="${declared}"><p>Straße nach Köln`, 'latin1')
  expect(decodeText(page('windows-1252'), 'utf-8', 'html')).toMatchObject({ charset: 'windows-1252', replaced: false })
  expect(decodeText(page('windows-1252'), 'utf-8', 'html').text).toContain('Straße nach Köln')
  // Where it is UTF-8, and where the page too says so, the server is right.
  expect(decodeText(Buffer.from('<meta charset="windows-1252"><p>Straße'), 'utf-8', 'html')).toMatchObject({
    charset: 'utf-8',
    replaced: false,
  })
  expect(decodeText(page('utf-8'), 'utf-8', 'html')).toMatchObject({ charset: 'utf-8', replaced: true })
})

it('bytes that are no text are none, whatever they are called; a stray control and UTF-16 are text', () => {
  const noise = Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 256)
  for (const type of ['text/html', 'text/html; charset=utf-8', 'application/json', 'text/plain', ''])
    expect(contentKind(type, noise)).toBe('unsupported')
  expect(contentKind('text/html', Buffer.from(`<p>${'words '.repeat(200)}\u0000\u0003</p>`))).toBe('html')
  expect(contentKind('text/html; charset=utf-16le', Buffer.from('<p>words and words', 'utf16le'))).toBe('html')
})

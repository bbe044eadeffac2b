// The news index: taken from the log once whatever is delivered again, searched by words as each language has them, let go after three days.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord } from '../../db/log/port.ts'
import { type NewsFound, searchNews } from '../../db/news/search.ts'
import { allDictionaries, dictionaryOf, wordsOf } from '../../db/news/words.ts'
import { type GalArticle, galArticles } from '../../ingestors/sources/gdelt-gal/topic.ts'
import { newsIndexChore } from '../../processors/chores/news-index.ts'
import { indexBatch } from '../../processors/runner/fact-index.ts'
import { articleIndex } from '../../processors/services/news/article-index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const now = new Date('2026-11-18T12:00:00Z')
const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
const events = { batch: () => undefined }
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.pool.query('TRUNCATE news_article, news_file, consumer_offset, dead_letter'))
afterAll(() => database?.drop())

const article = (title: string, given: Partial<GalArticle> = {}): GalArticle => ({
  at: hoursAgo(1).toISOString(),
  url: `https://a.example/${encodeURIComponent(title)}`,
  domain: 'a.example',
  lang: 'en',
  title,
  excerpt: null,
  ...given,
})

const recordOf = (offset: number, minute: Date, articles: readonly GalArticle[], part = 0): LogRecord => {
  const value = { minute: minute.toISOString(), part, articles: [...articles] }
  return {
    topic: galArticles.name,
    partition: 0,
    offset: BigInt(offset),
    key: galArticles.key(value),
    value: JSON.stringify(value),
    appendedAt: now,
  }
}

const deliver = (...records: LogRecord[]) =>
  indexBatch(articleIndex, { database, events }, { topic: galArticles.name, partition: 0, records, highOffset: 100n })

async function ask(query: string, lang: string | null = 'en'): Promise<NewsFound & { titles: string[] }> {
  const dictionaries = lang === null ? allDictionaries : [dictionaryOf(lang)]
  const question = { words: wordsOf(query), dictionaries, lang, from: hoursAgo(72), to: now }
  return searchNews(database, question, async (found, titlesOf) => {
    const titles = await titlesOf(found.matches.map(({ id }) => id))
    const byId = new Map(titles.map(({ id, title }) => [id, title]))
    return { ...found, titles: found.matches.map(({ id }) => byId.get(id)!) }
  })
}

describe('taken in', () => {
  const first = recordOf(0, hoursAgo(2), [article('Tanker on fire'), article('Tanker saved')])
  const second = recordOf(1, hoursAgo(1), [
    article('Tanker on fire', { at: now.toISOString(), tone: 0 } as object),
    article('New tanker'),
  ])

  test('each record counts once, and of an address what the log told first', async () => {
    await deliver(first)
    await deliver(first, second)
    await deliver(second)
    const { matches, titles, index } = await ask('tanker')
    expect(titles.toSorted()).toEqual(['New tanker', 'Tanker on fire', 'Tanker saved'])
    expect(matches.filter(({ at }) => at.getTime() === now.getTime())).toEqual([])
    expect(index).toEqual({ from: hoursAgo(2), to: hoursAgo(1), articles: 3, quarters: 2, offset: 1n })
  })

  test('a batch that fails is not taken in by half; a record that does not fit is a dead letter', async () => {
    const broken = { ...recordOf(2, now, []), value: '{"minute":1}' }
    const failing = {
      ...articleIndex,
      store: async (...given: Parameters<typeof articleIndex.store>) => {
        await articleIndex.store(...given)
        throw new Error('the database went away')
      },
    }
    const batch = { topic: galArticles.name, partition: 0, records: [first, broken], highOffset: 100n }
    await expect(indexBatch(failing, { database, events }, batch)).rejects.toThrow('went away')
    expect((await ask('tanker')).index).toMatchObject({ articles: 0, offset: null })
    await deliver(first, broken)
    expect((await ask('tanker')).matches).toHaveLength(2)
    const { rows } = await database.pool.query('SELECT group_name, "offset"::int AS offset FROM dead_letter')
    expect(rows).toEqual([{ group_name: 'news-index', offset: 2 }])
  })
})

describe('searched', () => {
  test('every word must be there, in any of its forms; those of the title are told apart', async () => {
    await deliver(
      recordOf(0, hoursAgo(1), [
        article('Tankers attacked near the strait'),
        article('Prices of oil rise', { excerpt: 'After an attack on a TANKER’S crew, oil is dear.' }),
        article('Oil tanker saved'),
        article('Oilseed tankard'),
      ]),
    )
    const { matches, titles, words } = await ask('oil tanker')
    expect(words).toBe(2)
    expect(titles.toSorted()).toEqual(['Oil tanker saved', 'Prices of oil rise'])
    expect(Object.fromEntries(titles.map((title, i) => [title, matches[i]!.inTitle]))).toEqual({
      'Oil tanker saved': 2,
      'Prices of oil rise': 1,
    })
    expect((await ask('attack tanker')).matches).toHaveLength(2)
    expect((await ask('tank')).matches).toHaveLength(0)
  })

  test('words that tell nothing are left out, and without any other nothing is looked for', async () => {
    await deliver(recordOf(0, hoursAgo(1), [article('The same again')]))
    expect(await ask('what about the same')).toMatchObject({ words: 0, matches: [] })
  })

  test('marks and quotes are no operators', async () => {
    await deliver(recordOf(0, hoursAgo(1), [article("AT&T's (new) network: 5G | down!")]))
    for (const query of ["at&t's network", '5G', '"new network"', 'network !down', "network\\' | down"])
      expect((await ask(query)).titles, query).toEqual(["AT&T's (new) network: 5G | down!"])
  })

  test('in the language asked for, as that language has its words, or in all of them', async () => {
    await deliver(
      recordOf(0, hoursAgo(1), [
        article('Los petroleros arden', { lang: 'es' }),
        article('ÜBER Häuser', { lang: 'de' }),
        article('Petroleros', { lang: null }),
        article('比特币价格上涨', { lang: 'zh' }),
      ]),
    )
    expect((await ask('petrolero', 'es')).titles).toEqual(['Los petroleros arden'])
    expect((await ask('über haus', 'de')).titles).toEqual(['ÜBER Häuser'])
    expect((await ask('petroleros', null)).titles.toSorted()).toEqual(['Los petroleros arden', 'Petroleros'])
    expect((await ask('比特币', 'zh')).titles).toEqual(['比特币价格上涨'])
    expect((await ask('价格 比特币', null)).titles).toEqual(['比特币价格上涨'])
    expect((await ask('petrolero')).titles).toEqual([])
  })

  test('a tone is of title and excerpt, and of English alone', async () => {
    await deliver(
      recordOf(0, hoursAgo(1), [
        article('Crew of tanker', { excerpt: 'A terrible attack killed many' }),
        article('Tanker crew is happy'),
        article('Tanker: guerra terrible', { lang: 'es' }),
      ]),
    )
    const { matches, titles } = await ask('tanker', null)
    const tones = Object.fromEntries(titles.map((title, i) => [title, matches[i]!.tone]))
    expect(tones['Crew of tanker']).toBeLessThan(-0.5)
    expect(tones['Tanker crew is happy']).toBeGreaterThan(0.4)
    expect(tones['Tanker: guerra terrible']).toBeNull()
  })
})

test('what no question reaches any more is let go in pieces, and the rest stays', async () => {
  const old = Array.from({ length: 30 }, (_, i) => article(`Old tanker ${i}`, { at: hoursAgo(80).toISOString() }))
  await deliver(recordOf(0, hoursAgo(80), old), recordOf(1, hoursAgo(2), [article('Tanker of today')]))
  const chore = newsIndexChore(database)
  expect(await chore.batch(now)).toBe(30)
  expect(await chore.batch(now)).toBe(0)
  const { rows } = await database.pool.query<{ title: string }>('SELECT title FROM news_article')
  expect(rows).toEqual([{ title: 'Tanker of today' }])
  expect((await database.pool.query('SELECT minute FROM news_file')).rows).toEqual([{ minute: hoursAgo(2) }])
})

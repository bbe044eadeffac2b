// The news index at the size of three days of English news: how fast it is filled, and how long a rare and a common question take.

import { insertNewsArticles, insertNewsFiles } from '../../db/news/articles.ts'
import { searchNews } from '../../db/news/search.ts'
import { noise } from '../../ingestors/samples/walk.ts'
import { indexed } from '../../processors/services/news/article-index.ts'
import { barOf, printFigure, quantile, rounded, secondsOf, withDatabase } from './support/engine.ts'

const articles = 450_000
const minutes = 72 * 60
const start = Date.UTC(2026, 10, 15)
const queryBarMs = 300
const rounds = 15

// How much of the news has the word: a name of the week, a usual subject, a rare one.
const told = { surge: 0.05, usual: 0.005, rare: 0.0002 }

const chance = (name: string, n: number): number => (noise(name, n) + 1) / 2
// As in any language the n-th word is met about 1/n as often as the first.
const word = (name: string, n: number): string => `w${Math.floor(40_000 ** chance(name, n))}`

function textOf(nth: number, length: number, name: string): string {
  const own = Object.entries(told).flatMap(([text, share]) => (chance(`${name} ${text}`, nth) < share ? [text] : []))
  return [...Array.from({ length }, (_, i) => word(`${name}${i}`, nth)), ...own].join(' ')
}

function articleOf(nth: number) {
  const at = new Date(start + Math.floor((nth / articles) * minutes) * 60_000).toISOString()
  const domain = `outlet${Math.floor(3_000 ** chance('outlet', nth))}.example`
  return indexed({
    at,
    url: `https://${domain}/${nth}`,
    domain,
    lang: 'en',
    title: textOf(nth, 10, 't'),
    excerpt: textOf(nth, 28, 'd'),
  })
}

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run bench -- news\nFills the index with 450,000 articles, a minute at a time, and asks it questions.\n',
  )
} else {
  await withDatabase(async (database) => {
    const perMinute = Math.ceil(articles / minutes)
    let seconds = 0
    for (let nth = 0; nth < articles; nth += perMinute) {
      const batch = Array.from({ length: Math.min(perMinute, articles - nth) }, (_, i) => articleOf(nth + i))
      seconds += await secondsOf(() =>
        database.transaction(async (connection) => {
          const added = await insertNewsArticles(connection, batch)
          const minute = batch[0]!.at
          await insertNewsFiles(connection, [{ minute, part: 0, articles: added.size, partition: 0, offset: BigInt(nth) }])
        }),
      )
    }
    printFigure({ bench: 'news', what: 'articles a second into the index', value: rounded(articles / seconds) })
    await database.pool.query('ANALYZE news_article')
    const { rows } = await database.pool.query<{ size: string; words: string }>(
      `SELECT pg_size_pretty(pg_total_relation_size('news_article')) AS size, pg_size_pretty(pg_relation_size('news_article_words')) AS words`,
    )
    printFigure({ bench: 'news', what: 'size of the index', ...rows[0] })
    const to = new Date(start + minutes * 60_000)
    for (const words of [['rare'], ['usual'], ['surge'], ['surge', 'usual'], ['surge', 'w12']]) {
      const took: number[] = []
      let matches = 0
      for (let round = 0; round < rounds; round++) {
        const question = { words, dictionaries: ['english'], lang: 'en', from: new Date(start - 60_000), to }
        const s = await secondsOf(() =>
          searchNews(database, question, async (found, titlesOf) => {
            matches = found.matches.length
            await titlesOf(found.matches.slice(0, 300).map(({ id }) => id))
          }),
        )
        took.push(s * 1_000)
      }
      const p50Ms = quantile(took, 0.5)
      const figure = { matches, p50Ms: rounded(p50Ms), worstMs: rounded(Math.max(...took)) }
      printFigure({
        bench: 'news',
        what: `a question of ${words.join(' ')}`,
        ...figure,
        ...barOf(p50Ms, 'below', queryBarMs, 'ms'),
      })
    }
  })
}

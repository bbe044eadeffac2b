// What the index would find in the news of the sample's made-up world: its articles of three days, looked through word by word.

import { toneOf } from '../../../../base/headline-tone.ts'
import type { NewsFound } from '../../../../db/news/search.ts'
import { wordsOf } from '../../../../db/news/words.ts'
import { fileUrl, missedOf, recentOf } from '../../gdelt-gal/minutes.ts'
import { readFile } from '../../gdelt-gal/read-file.ts'
import gal from '../../gdelt-gal/samples/sample.ts'
import { type GalArticle, windowHours } from '../../gdelt-gal/topic.ts'
import { chooseShown, describeSearch, type Search } from '../describe.ts'
import { partsOfNewsKey } from '../topic.ts'

const hourMs = 3_600_000

export default function sampleSearches(now: Date, keys: readonly string[]): Search[] {
  const files = [...recentOf(now), ...missedOf(now, new Map()).flat()]
    .filter((minute) => minute <= now)
    .flatMap((minute) => {
      const answer = gal.answer(new URL(fileUrl(minute)), now)!
      return answer.status === 404 ? [] : readFile(minute, answer.body as string)
    })
  const articles = files.flatMap((file) => file.articles)
  const from = now.getTime() - windowHours * hourMs
  const index = {
    from: new Date(Math.min(...files.map(({ minute }) => Date.parse(minute)))),
    to: new Date(Math.max(...files.map(({ minute }) => Date.parse(minute)))),
    articles: articles.length,
    quarters: new Set(files.map(({ minute }) => Math.floor(Date.parse(minute) / (hourMs / 4)))).size,
    offset: BigInt(files.length - 1),
  }
  const ofWindow = articles.filter(({ at }) => Date.parse(at) > from)
  return keys.map((key) => {
    const found = { index, ...search(ofWindow, key, now) }
    const shown = chooseShown(found, now).map((place) => found.matches[place]!)
    return describeSearch(key, now, found, shown)
  })
}

function search(articles: readonly GalArticle[], key: string, now: Date) {
  const { lang, query } = partsOfNewsKey(key)
  const words = [...new Set(wordsOf(query))]
  const matches = articles
    .filter((article) => lang === 'any' || article.lang === lang)
    .map((article) => ({
      article,
      title: new Set(wordsOf(article.title)),
      all: new Set(wordsOf(`${article.title} ${article.excerpt}`)),
    }))
    .filter(({ all }) => words.every((word) => all.has(word)))
    .map(({ article: { url, at, ...article }, title }) => ({
      ...article,
      id: url,
      url,
      at: new Date(at),
      tone: article.lang === 'en' ? toneOf(`${article.title}. ${article.excerpt ?? ''}`) : null,
      inTitle: words.filter((word) => title.has(word)).length,
    }))
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? -1 : 1))
  const hours = Array.from({ length: windowHours }, () => 0)
  for (const { at } of matches) hours[Math.floor((now.getTime() - at.getTime()) / hourMs)]!++
  return { words: words.length, hours, matches } satisfies Omit<NewsFound, 'index'>
}

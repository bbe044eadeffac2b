// The articles of three days as the table that questions are searched in: words by language, and the tone of each.

import { createHash } from 'node:crypto'
import { toneOf } from '../../../base/headline-tone.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { insertNewsArticles, insertNewsFiles } from '../../../db/news/articles.ts'
import { newsIndexGroup } from '../../../db/news/search.ts'
import { dictionaryOf, wordsOf } from '../../../db/news/words.ts'
import { type GalArticle, galArticles } from '../../../ingestors/sources/gdelt-gal/topic.ts'
import type { FactIndex } from '../../kit/define.ts'

const articlesAtOnce = 2_000

export const articleIndex: FactIndex = {
  group: newsIndexGroup,
  topic: galArticles,
  async store(connection, facts) {
    const files = facts.map(({ parsed, partition, offset }) => {
      const { minute, part, articles } = parsed as ValueOf<typeof galArticles>
      return { minute: new Date(minute), part, partition, offset, articles: articles.map(indexed) }
    })
    const all = files.flatMap(({ articles }) => articles)
    const added = new Set<bigint>()
    for (let at = 0; at < all.length; at += articlesAtOnce)
      for (const id of await insertNewsArticles(connection, all.slice(at, at + articlesAtOnce))) added.add(id)
    await insertNewsFiles(
      connection,
      // What two files have counts for the first of them.
      files.map(({ articles, ...file }) => ({ ...file, articles: articles.filter(({ id }) => added.delete(id)).length })),
    )
  },
}

/** 64 bits of the address: of a million and a half articles two would share them once in ten million times. */
export const articleId = (url: string): bigint => createHash('sha256').update(url).digest().readBigInt64BE()

export function indexed({ at, url, domain, lang, title, excerpt }: GalArticle) {
  const inTitle = wordsOf(title).join(' ')
  return {
    id: articleId(url),
    at: new Date(at),
    lang,
    domain,
    title,
    url,
    tone: lang === 'en' ? toneOf(`${title}. ${excerpt ?? ''}`) : null,
    dictionary: dictionaryOf(lang),
    inTitle,
    inExcerpt: excerpt === null ? '' : wordsOf(excerpt).join(' '),
  }
}

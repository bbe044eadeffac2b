// The articles of three days as the table that questions are searched in: words by language, and the tone of each.

import { createHash } from 'node:crypto'
import type { ValueOf } from '../../../db/log/topic.ts'
import { insertNewsArticles, insertNewsFiles } from '../../../db/news-articles.ts'
import { newsIndexGroup } from '../../../db/news-search.ts'
import { type GalArticle, galArticles } from '../../../ingestors/sources/gdelt-gal/topic.ts'
import type { FactIndex } from '../../fact-index.ts'
import { dictionaryOf, wordsOf } from '../../news-words.ts'
import { toneOf } from './tone.ts'

export const articleIndex: FactIndex = {
  group: newsIndexGroup,
  topic: galArticles,
  async store(connection, facts) {
    for (const { parsed, partition, offset } of facts) {
      const { minute, part, articles } = parsed as ValueOf<typeof galArticles>
      const added = await insertNewsArticles(connection, articles.map(indexed))
      await insertNewsFiles(connection, { minute: new Date(minute), part, articles: added, partition, offset })
    }
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

// Searches the news index when somebody asks: what it has found goes on the log, so that the answer made of it can be made again.

import { TollgateError } from '../../../base/errors.ts'
import { unfilled } from '../../../base/unreached.ts'
import type { Database } from '../../../db/client.ts'
import { searchNews } from '../../../db/news/search.ts'
import { allDictionaries, dictionaryOf, wordsOf } from '../../../db/news/words.ts'
import { defineIndexSource } from '../../indexed/define.ts'
import { minuteMs, windowHours } from '../gdelt-gal/topic.ts'
import { chooseShown, describeSearch, type Search } from './describe.ts'
import { newsSearches, partsOfNewsKey } from './topic.ts'

const windowMs = windowHours * 60 * minuteMs
// Beyond this an index is no news.
const oldestIndexMs = 2 * 60 * minuteMs

export default defineIndexSource({
  source: 'news-index',
  topic: newsSearches,
  schedule: '2-59/5 * * * *',
  grade: 'B',
  proof: 'documented',
  // The question the documents show; whatever else is asked for stays fresh on the watch list.
  prefetched: ['en oil tanker'],
  tempo: {
    pollSeconds: 300,
    watchSeconds: 2 * 3_600,
    cooldownSeconds: 60,
    unknownSeconds: 3_600,
    concurrency: 4,
    perSecond: 20,
  },
  alsoAsk: ['gdelt-doc'],
  search: searchIndex,
})

export async function searchIndex(database: Database, key: string, to: Date): Promise<Search> {
  const { lang, query } = partsOfNewsKey(key)
  const question = {
    words: [...new Set(wordsOf(query))],
    dictionaries: lang === 'any' ? allDictionaries : [dictionaryOf(lang)],
    lang: lang === 'any' ? null : lang,
    from: new Date(to.getTime() - windowMs),
    to,
  }
  return searchNews(database, question, async (found, titlesOf) => {
    const newest = found.index.to?.getTime() ?? 0
    if (to.getTime() - newest > oldestIndexMs)
      throw new TollgateError('upstream_unavailable', unfilled('the news index'), { retryable: true })
    if (found.words === 0) throw new TollgateError('key_unknown', 'none of these words tells anything to look for')
    const shown = chooseShown(found, to).map((place) => found.matches[place]!.id)
    return describeSearch(key, to, found, shown.length === 0 ? [] : await titlesOf(shown))
  })
}

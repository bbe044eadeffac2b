// Writes the news index: articles many at once, each address once, and the oldest let go in pieces.
import type { Queryable } from '../client.ts'

export interface IndexedArticle {
  readonly id: bigint
  readonly at: Date
  readonly lang: string | null
  readonly domain: string
  readonly title: string
  readonly url: string
  readonly tone: number | null
  /** The text search configuration its words are read with. */
  readonly dictionary: string
  readonly inTitle: string
  readonly inExcerpt: string
}

export interface IndexedFile {
  readonly minute: Date
  readonly part: number
  readonly articles: number
  readonly partition: number
  readonly offset: bigint
}

/** Returns those that were new, by id. */
export async function insertNewsArticles(database: Queryable, articles: readonly IndexedArticle[]): Promise<Set<bigint>> {
  const { rows } = await database.query<{ id: string }>({
    name: 'news-articles-insert',
    // The words are written out and not a generated column: letters and case are told apart before they come here, whatever the locale.
    text: `INSERT INTO news_article (id, at, lang, domain, title, url, tone, words)
           SELECT DISTINCT ON (id) id, at, lang, domain, title, url, tone,
             setweight(to_tsvector(dictionary::regconfig, in_title), 'A') || setweight(to_tsvector(dictionary::regconfig, in_excerpt), 'B')
           FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::real[], $8::text[], $9::text[], $10::text[])
             WITH ORDINALITY AS i(id, at, lang, domain, title, url, tone, dictionary, in_title, in_excerpt, nth)
           ORDER BY id, nth ON CONFLICT (id) DO NOTHING RETURNING id`,
    values: [
      articles.map(({ id }) => id.toString()),
      articles.map(({ at }) => at),
      articles.map(({ lang }) => lang),
      articles.map(({ domain }) => domain),
      articles.map(({ title }) => title),
      articles.map(({ url }) => url),
      articles.map(({ tone }) => tone),
      articles.map(({ dictionary }) => dictionary),
      articles.map(({ inTitle }) => inTitle),
      articles.map(({ inExcerpt }) => inExcerpt),
    ],
  })
  return new Set(rows.map(({ id }) => BigInt(id)))
}

export async function insertNewsFiles(database: Queryable, files: readonly IndexedFile[]): Promise<void> {
  await database.query({
    name: 'news-files-insert',
    text: `INSERT INTO news_file (minute, part, articles, partition, "offset") SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::int[], $5::bigint[])
           ON CONFLICT DO NOTHING`,
    values: [
      files.map(({ minute }) => minute),
      files.map(({ part }) => part),
      files.map(({ articles }) => articles),
      files.map(({ partition }) => partition),
      files.map(({ offset }) => offset.toString()),
    ],
  })
}

/** Lets go of at most so many articles, the oldest first; returns how many, and lets go of their files when there are none left. */
export async function dropNewsBefore(database: Queryable, before: Date, most: number): Promise<number> {
  const { rowCount } = await database.query(
    'DELETE FROM news_article WHERE id IN (SELECT id FROM news_article WHERE at < $1 ORDER BY at LIMIT $2)',
    [before, most],
  )
  if ((rowCount ?? 0) > 0) return rowCount!
  await database.query('DELETE FROM news_file WHERE minute < $1', [before])
  return 0
}

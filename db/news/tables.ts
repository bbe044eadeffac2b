// The tables of the news index: three days of articles to search in, and the files they came from.
import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, pgTable, primaryKey, real, text, timestamp } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const newsArticle = pgTable(
  'news_article',
  {
    // Of the address: the first to tell it is the one that is kept.
    id: bigint('id', { mode: 'bigint' }).primaryKey(),
    at: at('at').notNull(),
    lang: text('lang'),
    domain: text('domain').notNull(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    // Of title and excerpt; null where nobody can tell.
    tone: real('tone'),
    // Title words of weight A, those of the excerpt of weight B; in the dictionary of the article's language.
    words: words('words').notNull(),
  },
  (t) => [index('news_article_words').using('gin', t.words), index('news_article_at').on(t.at)],
)

export const newsFile = pgTable(
  'news_file',
  {
    minute: at('minute').notNull(),
    part: integer('part').notNull(),
    // Those that were new with it.
    articles: integer('articles').notNull(),
    partition: integer('partition').notNull(),
    offset: bigint('offset', { mode: 'bigint' }).notNull(),
    indexedAt: at('indexed_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.minute, t.part] })],
)

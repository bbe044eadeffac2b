// Searches the news index: the articles with all of the words, as seen at one moment, and what the index held then.
import type { Connection, Database } from '../client.ts'

export interface NewsQuestion {
  readonly words: readonly string[]
  /** Text search configurations a word is looked up in; an article has it when any of them says so. */
  readonly dictionaries: readonly string[]
  /** null: in any language. */
  readonly lang: string | null
  readonly from: Date
  readonly to: Date
}

export interface NewsMatch {
  readonly id: string
  readonly at: Date
  readonly domain: string
  readonly tone: number | null
  /** How many of the question's words are in its title. */
  readonly inTitle: number
}

export interface NewsIndexState {
  /** The oldest and the newest file; null where there is none. */
  readonly from: Date | null
  readonly to: Date | null
  readonly articles: number
  /** Quarter hours with a file. */
  readonly quarters: number
  /** The newest record of the log it has taken in, of the one partition there is. */
  readonly offset: bigint | null
}

export interface NewsFound {
  readonly index: NewsIndexState
  /** How many of the words tell anything; 0: nothing could be looked for. */
  readonly words: number
  /** All that match, by their age: those of the last hour, of the hour before it, and so on. */
  readonly hours: readonly number[]
  /** The newest of them, newest first. */
  readonly matches: readonly NewsMatch[]
}

export interface NewsTitle {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly lang: string | null
}

/** The group that fills the index. */
export const newsIndexGroup = 'news-index'

const longestMs = 10_000
const hourMs = 3_600_000
// Of what every hundredth article has, the newest, and the number of all.
const mostMatches = 5_000

/** One state of the index for all of it: what is told of the index is what was searched. */
export function searchNews<T>(
  database: Database,
  question: NewsQuestion,
  use: (found: NewsFound, titlesOf: (ids: readonly string[]) => Promise<NewsTitle[]>) => Promise<T>,
): Promise<T> {
  return database.transaction(async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await connection.query(`SET LOCAL statement_timeout = ${longestMs}`)
    const index = await readState(connection, question)
    const lexemes = await lexemesOf(connection, question)
    const found = { index, words: lexemes.length, ...(await readMatches(connection, question, lexemes)) }
    return use(found, (ids) => readTitles(connection, ids))
  })
}

async function readState(connection: Connection, { from, to }: NewsQuestion): Promise<NewsIndexState> {
  const { rows } = await connection.query<{
    from: Date | null
    to: Date | null
    articles: string
    quarters: number
    offset: string | null
  }>(
    `SELECT min(minute) AS from, max(minute) AS to, coalesce(sum(articles), 0) AS articles,
       (SELECT max(next_offset) - 1 FROM consumer_offset WHERE group_name = $3) AS offset,
       count(DISTINCT date_bin('15 minutes', minute, '2000-01-01Z'))::int AS quarters
     FROM news_file WHERE minute > $1 AND minute <= $2`,
    [from, to, newsIndexGroup],
  )
  const { articles, offset, ...state } = rows[0]!
  return { ...state, articles: Number(articles), offset: offset === null ? null : BigInt(offset) }
}

/** Of each word that is more than a stop word, what the dictionaries make of it. */
async function lexemesOf(connection: Connection, { words, dictionaries }: NewsQuestion): Promise<string[][]> {
  const { rows } = await connection.query<{ lexemes: string[] }>(
    `SELECT array_agg(DISTINCT lexeme ORDER BY lexeme) AS lexemes
     FROM unnest($1::text[]) WITH ORDINALITY AS w(word, nth), unnest($2::text[]) AS d(dictionary),
       unnest(tsvector_to_array(to_tsvector(d.dictionary::regconfig, w.word))) AS lexeme
     GROUP BY nth ORDER BY nth`,
    [words, dictionaries],
  )
  return rows.map(({ lexemes }) => lexemes)
}

const quoted = (lexeme: string, weight: string): string => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'${weight}`
const anyOf = (lexemes: readonly string[], weight = ''): string => `(${lexemes.map((one) => quoted(one, weight)).join('|')})`

const isMatch = 'words @@ $1::tsquery AND at > $2 AND at <= $3 AND ($4::text IS NULL OR lang = $4)'

async function readMatches(
  connection: Connection,
  question: NewsQuestion,
  lexemes: readonly string[][],
): Promise<Pick<NewsFound, 'hours' | 'matches'>> {
  const { from, to, lang } = question
  const hours = Array.from({ length: Math.ceil((to.getTime() - from.getTime()) / hourMs) }, () => 0)
  if (lexemes.length === 0) return { hours, matches: [] }
  const wanted = [lexemes.map((one) => anyOf(one)).join('&'), from, to, lang]
  const { rows } = await connection.query<{ id: string; at: Date; domain: string; tone: number | null; in_title: number }>(
    `SELECT id, at, domain, tone, (SELECT count(*)::int FROM unnest($5::text[]::tsquery[]) AS t(q) WHERE words @@ t.q) AS in_title
     FROM (SELECT id, at, domain, tone, words FROM news_article WHERE ${isMatch} ORDER BY at DESC, id LIMIT $6) AS newest ORDER BY at DESC, id`,
    [...wanted, lexemes.map((one) => anyOf(one, ':A')), mostMatches],
  )
  const matches = rows.map(({ in_title: inTitle, ...row }) => ({ ...row, inTitle }))
  if (matches.length < mostMatches) for (const { at } of matches) hours[Math.floor((to.getTime() - at.getTime()) / hourMs)]!++
  else for (const { age, n } of await countByAge(connection, wanted)) hours[age] = n
  return { hours, matches }
}

async function countByAge(connection: Connection, wanted: readonly unknown[]): Promise<{ age: number; n: number }[]> {
  const { rows } = await connection.query<{ age: number; n: number }>(
    `SELECT floor(extract(epoch FROM $3::timestamptz - at) / 3600)::int AS age, count(*)::int AS n
     FROM news_article WHERE ${isMatch} GROUP BY 1`,
    [...wanted],
  )
  return rows
}

async function readTitles(connection: Connection, ids: readonly string[]): Promise<NewsTitle[]> {
  const { rows } = await connection.query<NewsTitle>(
    'SELECT id, title, url, lang FROM news_article WHERE id = ANY($1::bigint[])',
    [ids],
  )
  return rows
}

// Searches the news index: the articles with all of the words, as seen at one moment, and what the index held then.
import type { Connection, Database } from './client.ts'

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

const longestMs = 10_000
const hourMs = 3_600_000
/** Who asks for a word of every fortieth article gets the newest, and the number of all. */
export const mostMatches = 10_000

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
    const matches = lexemes.length === 0 ? [] : await readMatches(connection, question, lexemes)
    const hours = matches.length < mostMatches ? countHours(matches, question) : await readHours(connection, question, lexemes)
    return use({ index, words: lexemes.length, hours, matches }, (ids) => readTitles(connection, ids))
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
    `SELECT min(minute) AS from, max(minute) AS to, coalesce(sum(articles), 0) AS articles, max("offset") AS offset,
       count(DISTINCT date_bin('15 minutes', minute, '2000-01-01Z'))::int AS quarters
     FROM news_file WHERE minute > $1 AND minute <= $2`,
    [from, to],
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
const matchValues = ({ from, to, lang }: NewsQuestion, lexemes: readonly string[][]) => [
  lexemes.map((one) => anyOf(one)).join('&'),
  from,
  to,
  lang,
]

const hoursIn = ({ from, to }: NewsQuestion): number => Math.ceil((to.getTime() - from.getTime()) / hourMs)

function countHours(matches: readonly NewsMatch[], question: NewsQuestion): number[] {
  const hours = Array.from({ length: hoursIn(question) }, () => 0)
  for (const { at } of matches) hours[Math.floor((question.to.getTime() - at.getTime()) / hourMs)]!++
  return hours
}

async function readHours(connection: Connection, question: NewsQuestion, lexemes: readonly string[][]): Promise<number[]> {
  const { rows } = await connection.query<{ age: number; n: number }>(
    `SELECT floor(extract(epoch FROM $3::timestamptz - at) / 3600)::int AS age, count(*)::int AS n
     FROM news_article WHERE ${isMatch} GROUP BY 1`,
    matchValues(question, lexemes),
  )
  const hours = Array.from({ length: hoursIn(question) }, () => 0)
  for (const { age, n } of rows) hours[age] = n
  return hours
}

async function readMatches(connection: Connection, question: NewsQuestion, lexemes: readonly string[][]): Promise<NewsMatch[]> {
  const { rows } = await connection.query<{ id: string; at: Date; domain: string; tone: number | null; in_title: number }>(
    `SELECT id, at, domain, tone, (SELECT count(*)::int FROM unnest($5::text[]::tsquery[]) AS t(q) WHERE words @@ t.q) AS in_title
     FROM (SELECT * FROM news_article WHERE ${isMatch} ORDER BY at DESC, id LIMIT $6) AS newest ORDER BY at DESC, id`,
    [...matchValues(question, lexemes), lexemes.map((one) => anyOf(one, ':A')), mostMatches],
  )
  return rows.map(({ in_title: inTitle, ...row }) => ({ ...row, inTitle }))
}

async function readTitles(connection: Connection, ids: readonly string[]): Promise<NewsTitle[]> {
  const { rows } = await connection.query<NewsTitle>(
    'SELECT id, title, url, lang FROM news_article WHERE id = ANY($1::bigint[])',
    [ids],
  )
  return rows
}

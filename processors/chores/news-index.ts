// Lets go of articles older than any question reaches back, in pieces.
import type { Database } from '../../db/client.ts'
import { dropNewsBefore } from '../../db/news/articles.ts'
import type { Chore } from './define.ts'

const hourMs = 3_600_000
// An hour more than is searched in, so that a search on its way loses nothing.
const keptHours = 73
const articlesAtOnce = 5_000

export function newsIndexChore({ pool }: Database): Chore {
  return {
    name: 'news index',
    everyMinutes: 30,
    batch: (now) => dropNewsBefore(pool, new Date(now.getTime() - keptHours * hourMs), articlesAtOnce),
  }
}

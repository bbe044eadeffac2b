// A task that cannot be done here is refused before anybody pays, with what can be.
import { TollgateError } from '../../../../base/errors.ts'
import { priceUsd } from '../limits.ts'
import { type Plan, planTask, type Task } from './plan.ts'
import { reach } from './reach.ts'

const asking =
  /^(?:(?:please|kindly|hey|hi|hello|ok|now|can you|could you|would you|will you|i want you to|i need you to|your task is to)[\s,]+){0,4}/i
const act =
  /^(?:buy|sell|swap|transfer|send|pay|wire|withdraw|deposit|sign|trade|execute|book|order|log ?in|register|e?mail|phone|call me|post|tweet|deploy|hack|bribe|write code|translate|draw|paint|cook|drive|deliver|install|delete)\b/i

export function planOrRefuse(task: Task): Plan {
  const [doing] = act.exec(task.task.trim().replace(asking, '')) ?? []
  if (doing !== undefined)
    throw refused('act_refused', `Nothing is done here but looking up; ${JSON.stringify(doing.toLowerCase())} is an act.`)
  const plan = planTask(task)
  if (plan.steps.length === 0 && plan.leftOut.length > 0) {
    const [dear] = plan.leftOut
    throw refused(
      'beyond_price',
      `Only ${dear!.route} answers that: it costs USD ${dear!.price}, more than a hire (${priceUsd}). Ask it itself.`,
    )
  }
  if (plan.steps.length === 0)
    throw refused('out_of_reach', 'No route of this gateway answers that, or what it is to be asked about is not named.')
  return plan
}

const samples = [
  'funding/rates',
  'token/report',
  'wallet/score',
  'sovereign/sovereign',
  'equity/equity',
  'weather/forecast',
  'news/news',
  'read/read',
]

function refused(detailCode: string, why: string): TollgateError {
  const can = `A task is planned over ${reach.length} routes: on addresses, coins, tickers, countries, places, markets, macro figures, news and pages, such as ${samples.join(', ')}; /catalog.json lists all.`
  return new TollgateError('input_unusable', `task: ${why} ${can} Nothing was charged.`, { detailCode, suggestions: samples })
}

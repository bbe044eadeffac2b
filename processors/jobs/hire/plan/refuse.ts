// A task that cannot be done here is refused before anybody pays, with what can be.
import { TollgateError } from '../../../../base/errors.ts'
import { priceUsd } from '../limits.ts'
import { actIn } from './acts.ts'
import { type Plan, planTask, type Task } from './plan.ts'
import { reach } from './reach.ts'

const foretells =
  /\b(?:predict|prophesy)\b|\bprice (?:prediction|target)s? (?:of|for) (?:btc|eth|bitcoin|ether)|\bwill (?:the )?(?:price|value|rate) of\b|\bwill (?:btc|eth|bitcoin|ethereum|gold|oil|the stock) (?:be worth|reach|hit|go|rise|fall|cost|double)\b/i

export function planOrRefuse(task: Task): Plan {
  const doing = actIn(task.task)
  if (doing !== null) throw refused('act_refused', `Nothing is done here but looking up; ${JSON.stringify(doing)} is an act.`)
  if (foretells.test(task.task))
    throw refused(
      'forecast_refused',
      'Nobody here tells what a price will be; what it is and was, and what official outlooks say, can be asked.',
    )
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

// Every route of a running gateway asked with inputs that its own documents allow: whether it sells what it publishes, or says why not.
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { usd } from '../../api/payment/terms/money.ts'
import { callGateway } from '../../cli/call-gateway.ts'
import { progressBar } from '../../cli/progress-bar.ts'
import { type Call, payOnce } from '../../cli/smoke/pay-once.ts'
import { listPaidOperations, type PaidOperation } from '../../cli/smoke/routes.ts'
import { payerAccount } from '../../devnet/accounts.ts'
import { createDraw } from './support/drawn-inputs.ts'
import { printFigure } from './support/engine.ts'

const help = `usage: npm run bench -- inputs [--url http://127.0.0.1:8402] [--seed n] [--cases 15] [--only word]
Pays every route of a running demo gateway --cases times with inputs drawn from its OpenAPI document: each word of each list, the ends of
each range, what fits each pattern, in any company. An answer must fit its schema and be charged once, a refusal must say why and be
charged nothing, and the gateway must be alive at the end. Prints what is otherwise, by its seed. Exit: 0 nothing was, 1 something was.`
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { help: { type: 'boolean' }, url: text, seed: text, cases: text, only: text },
})
const atOnce = 6
const patienceMs = 45_000
const limits = { patienceMs, mostUsd: usd('10') }
const slowMs = 15_000

if (values.help) process.stdout.write(`${help}\n`)
else {
  const numbers = [values.seed ?? String(randomInt(2 ** 31)), values.cases ?? '15'].map(Number) as [number, number]
  if (!numbers.every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write(`--seed and --cases are whole numbers from 1 on\n${help}\n`)
    process.exitCode = 2
  } else await run((values.url ?? 'http://127.0.0.1:8402').replace(/\/$/, ''), ...numbers)
}

async function run(url: string, seed: number, cases: number): Promise<void> {
  const account = privateKeyToAccount(payerAccount.privateKey as Hex)
  const operations = (await listPaidOperations(url)).filter(({ path }) => values.only === undefined || path.includes(values.only))
  const draw = createDraw(seed)
  // Turn about, so that no source is asked for the same all the time.
  const wanted = Array.from({ length: cases }, () => operations).flat()
  const calls = wanted.map((one) => ({ one, ...draw(one.operation, url, one.path, one.method) }))
  const bar = progressBar('inputs', process.stderr, 'calls')
  const outcomes = new Map<string, number>()
  let [next, done, faults] = [0, 0, 0]
  const worker = async (): Promise<void> => {
    while (next < calls.length) {
      const { one, call } = calls[next++]!
      const { outcome, fault } = await judge(account, one, call)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (fault !== null) {
        faults++
        process.stdout.write(`${one.method} ${call.url.slice(url.length)} ${call.body?.slice(0, 300) ?? ''}\n    ${fault}\n`)
      }
      bar.show(++done, calls.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  bar.end()
  const { status } = await callGateway(`${url}/livez`)
  if (status !== 200) process.stdout.write(`/livez answers ${status}\n`)
  printFigure({ seed, routes: operations.length, calls: calls.length, ...Object.fromEntries([...outcomes].sort()) })
  printFigure({ faults, alive: status === 200 })
  process.exitCode = faults > 0 || status !== 200 ? 1 : 0
}

type Judged = { readonly outcome: string; readonly fault: string | null }

async function judge(account: ReturnType<typeof privateKeyToAccount>, { faultsOf }: PaidOperation, call: Call): Promise<Judged> {
  const startedAt = performance.now()
  let answer = await payOnce(account, call, limits)
  // Free questions are limited by address, and here all come from one.
  while (answer.status === 429 && performance.now() - startedAt < patienceMs) {
    await wait(1_000)
    answer = await payOnce(account, call, limits)
  }
  const { status, body, transaction, price, ms } = answer
  // Cascade refuses inputs by a list of its own.
  const [code, message] = Array.isArray(body?.detail)
    ? [body.detail[0]?.type, body.detail[0]?.msg]
    : [body?.error?.code ?? body?.error, body?.error?.message ?? body?.message]
  const outcome = status === 200 ? 'sold' : `${status} ${code}`
  const fault = (): string | null => {
    if (status === 200) {
      if (price !== null && transaction === null) return 'an answer without a receipt'
      const wrong = faultsOf(body)
      if (wrong.length > 0) return `unlike its schema: ${wrong.slice(0, 3).join('; ')}`
      return ms > slowMs ? `took ${ms} ms` : null
    }
    if (transaction !== null) return `${status} ${code} was charged`
    if (status >= 500 && status !== 503) return `${status} ${JSON.stringify(body).slice(0, 300)}`
    if (status === 503) return `not within ${patienceMs / 1_000} s: ${JSON.stringify(body).slice(0, 300)}`
    if (typeof code !== 'string') return `${status} without a code: ${JSON.stringify(body).slice(0, 300)}`
    return typeof message === 'string' && message.length > 0
      ? null
      : `${status} ${code} says nothing: ${JSON.stringify(body).slice(0, 200)}`
  }
  return { outcome, fault: fault() }
}

// Far more paid calls than can be settled: how long those wait that are taken, and how soon the others are told to come back.
import { parseArgs } from 'node:util'
import { median, printFigure, quantile, rounded, withDatabase } from './support/engine.ts'
import { asNumbers } from './support/numbers.ts'
import { offer } from './support/offered.ts'
import { openPaidApi } from './support/paid-api.ts'

const help = `usage: npm run bench -- overload [--settles 50] [--times 10] [--seconds 10]
An API with every service whose facilitator settles --settles payments a second, one after the other, is offered --times as many, each
by a payer of its own turn, for --seconds. Prints what was answered, how long that took, and how soon the rest were told to come back.
Bars: p99 of the answered below 3 s from the first second on, p99 of the refused below 1 s, nine tenths of what can be settled is.`

const { values } = parseArgs({
  options: {
    settles: { type: 'string', default: '50' },
    times: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
})
const given = [values.settles, values.times, values.seconds].map((text) => asNumbers(text, 1)?.[0])

if (values.help) process.stdout.write(`${help}\n`)
else if (given.includes(undefined)) {
  process.stderr.write(`${help}\n`)
  process.exitCode = 2
} else
  await withDatabase(async ({ url }) => {
    const [settles, times, seconds] = given as [number, number, number]
    const api = await openPaidApi(url, settles)
    try {
      const answers = await offer(api, settles * times, seconds)
      const of = (status: number) => answers.filter((one) => one.status === status)
      const [sold, refused] = [of(200), of(503)]
      const others = answers.length - sold.length - refused.length
      const ms = (own: typeof answers, share: number) =>
        own.length === 0
          ? null
          : rounded(
              quantile(
                own.map(({ tookMs }) => tookMs),
                share,
              ),
              0,
            )
      const perSecond = sold.length / seconds
      printFigure({
        ...{ bench: 'overload', settles_a_second: settles, offered_a_second: settles * times, offered: answers.length },
        ...{ answered: sold.length, p50_ms: sold.length === 0 ? null : rounded(median(sold.map(({ tookMs }) => tookMs)), 0) },
        ...{ p99_ms: ms(sold, 0.99), longest_ms: ms(sold, 1), is_met: (ms(sold, 0.99) ?? 0) < 3_000 },
        answered_of_what_settles: rounded(perSecond / settles),
      })
      const without = refused.filter(({ retryAfter }) => retryAfter === null).length
      printFigure({
        ...{ bench: 'overload', told_to_come_back: refused.length, without_a_time: without, something_else: others },
        ...{ p50_ms: ms(refused, 0.5), p99_ms: ms(refused, 0.99), is_met: (ms(refused, 0.99) ?? 0) < 1_000 },
      })
    } finally {
      await api.close()
    }
  })

// Sales for the operator: income, payers, and how many who met a price paid it; by route and by day.
import type { SalesLine } from '../../../db/payments/sales.ts'
import { inDollars } from '../../payment/terms/money.ts'
import type { RouteCalls } from '../latency.ts'
import { type Child, h, type PageNode } from '../view/node.ts'
import { figure } from '../view/words.ts'
import { board, boardTable, tile } from './tiles.ts'

export interface SalesOptions {
  readonly days: number
  readonly total: SalesLine
  readonly byRoute: readonly SalesLine[]
  readonly byDay: readonly SalesLine[]
  readonly byPayer: readonly SalesLine[]
  readonly calls: readonly RouteCalls[]
}

const windows = [1, 7, 30, 90]

export function salesPage({ days, total, byRoute, byDay, byPayer, calls }: SalesOptions): Child {
  const met = new Map(calls.map((one) => [one.route, one]))
  const sold = calls.filter(({ route, offered }) => route.startsWith('/api/') && offered > 0)
  const [offered, answered] = [sum(sold.map((one) => one.offered)), sum(sold.map((one) => one.answered))]
  return [
    h(
      'div',
      { class: 'hero' },
      h('h1', null, 'Sales'),
      h('p', { class: 'lead' }, days === 1 ? 'Today, in UTC.' : `The last ${days} days, in UTC.`),
      chooseDays(days),
    ),
    h(
      'div',
      { class: 'tiles' },
      tile('Income', inDollars(total.income)),
      tile('Payments', figure(total.payments)),
      tile('Payers', figure(total.payers)),
      tile(
        '402 to 200',
        share(answered, offered),
        `prices named: ${figure(offered)}, answers: ${figure(answered)}, of this process since it started`,
      ),
    ),
    byDay.length > 0 &&
      board(
        'days',
        'By day',
        drawDays(byDay, days),
        salesTable('Day', (line) => line.day ?? '', byDay),
      ),
    board(
      'routes',
      'By route',
      byRoute.length === 0
        ? h('p', { class: 'soft' }, 'Nothing was sold in this time.')
        : boardTable(
            'By route',
            [
              { name: 'Route', show: ({ route }) => route },
              { name: 'Income', isNumber: true, show: ({ income }) => inDollars(income) },
              { name: 'Payments', isNumber: true, show: ({ payments }) => figure(payments) },
              { name: 'Payers', isNumber: true, show: ({ payers }) => figure(payers) },
              {
                name: '402 to 200',
                isNumber: true,
                show: ({ route }) => share(met.get(String(route))?.answered ?? 0, met.get(String(route))?.offered ?? 0),
              },
            ],
            byRoute,
          ),
    ),
    byPayer.length > 0 &&
      board(
        'payers',
        'Largest payers',
        salesTable('Payer', (line) => h('span', { class: 'mono' }, line.payer), byPayer, false),
      ),
  ]
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const share = (part: number, whole: number): string => (whole === 0 ? '—' : `${Math.round((100 * part) / whole)} %`)

function chooseDays(days: number): PageNode {
  const links = windows.map((one) => [
    h('a', { href: `/sales?days=${one}`, 'aria-current': one === days ? 'true' : null }, one === 1 ? 'today' : `${one} days`),
    ' ',
  ])
  return h('p', { class: 'windows' }, links, h('a', { href: `/sales.csv?days=${days}` }, 'CSV'))
}

function salesTable(name: string, show: (line: SalesLine) => Child, lines: readonly SalesLine[], countsPayers = true): PageNode {
  return boardTable(
    name,
    [
      { name, show },
      { name: 'Income', isNumber: true, show: ({ income }) => inDollars(income) },
      { name: 'Payments', isNumber: true, show: ({ payments }) => figure(payments) },
      ...(countsPayers ? [{ name: 'Payers', isNumber: true, show: ({ payers }: SalesLine) => figure(payers) }] : []),
    ],
    lines,
  )
}

const [width, height] = [640, 90]

function drawDays(lines: readonly SalesLine[], days: number): Child {
  const best = lines.reduce((a, b) => (Number(b.income) > Number(a.income) ? b : a))
  const most = Math.max(Number(best.income), Number.MIN_VALUE)
  const step = width / Math.max(days, lines.length)
  const newest = Date.parse(lines[0]!.day!)
  const bars = h(
    'svg',
    {
      class: 'bars',
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': 'Income by day; the table below has the figures',
    },
    lines.map(({ day, income }) => {
      const at = Math.round((newest - Date.parse(day!)) / 86_400_000)
      const tall = Math.max(1, (Number(income) / most) * (height - 4))
      return h(
        'rect',
        { x: width - (at + 1) * step + 1, y: height - tall, width: Math.max(1, step - 2), height: tall, rx: 1.5 },
        h('title', null, `${day}: ${inDollars(income)}`),
      )
    }),
  )
  const first = new Date(newest - (Math.max(days, lines.length) - 1) * 86_400_000).toISOString().slice(0, 10)
  const ends = h(
    'p',
    { class: 'ends soft' },
    h('span', null, first),
    h('span', null, `most: ${inDollars(best.income)}`),
    h('span', null, lines[0]!.day),
  )
  return [bars, ends]
}

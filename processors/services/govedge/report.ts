// The state of the contract market: notices, obligations, industries, agencies, and what is up for recompete.
import { plusDays } from '../../../base/calendar/days.ts'
import { type Point, round, say } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'
import { urlOfAward } from './market.ts'
import { type Board, marketLadder, mixOf, rowsOf } from './opportunities.ts'
import { newestDayOf, newestWeeks } from './weeks.ts'

const dayMs = 86_400_000

/** Growth of the newest three whole months over the same a year before, in percent; the Defense Department reports 90 days late. */
export function obligationsYoY(months: readonly Point[]): {
  readonly pct: number | null
  readonly newestUsd: number | null
  readonly through: Date | null
} {
  const settled = months.slice(0, -4)
  const sum = (points: readonly Point[]) => points.reduce((total, { value }) => total + value, 0)
  const [now, before] = [settled.slice(-3), settled.slice(-15, -12)]
  // What was taken back may be more than what was obligated: such a sum grows from or to nothing that can be told.
  const isWhole = now.length === 3 && before.length === 3 && sum(before) > 0 && sum(now) > 0
  return {
    pct: isWhole ? 100 * (sum(now) / sum(before) - 1) : null,
    newestUsd: now.length === 3 ? sum(now) : null,
    through: settled.at(-1)?.at ?? null,
  }
}

export function tellReport(board: Board, now: Date) {
  const today = now.toISOString().slice(0, 10)
  const newestDay = newestDayOf(
    board.notices.map(({ posted }) => posted),
    today,
  )
  const d28 = board.notices.filter(({ posted }) => posted > plusDays(newestDay, -28) && posted <= newestDay)
  const weeks = newestWeeks(board.notices, ({ posted }) => posted, newestDay)
  const obligations = obligationsYoY(board.months)
  const money = obligations.pct === null ? null : Math.log(1 + obligations.pct / 100)
  const flow = d28.length === 0 ? null : Math.log(weeks.ratio)
  const parts = [money, flow].flatMap((one) => one ?? [])
  const momentum = parts.length === 0 ? 0 : parts.reduce((sum, one) => sum + one, 0) / parts.length
  const mix = mixOf(board, now)
  const score = 100 * Math.tanh(momentum / 0.3)
  const hot = [
    ...Map.groupBy(
      d28.filter((one) => one.naics !== null),
      ({ naics }) => naics!,
    ),
  ].map(([code, own]) => {
    const { newest, before } = newestWeeks(own, ({ posted }) => posted, newestDay)
    return {
      code,
      notices_28d: own.length,
      notices_7d: newest.length,
      notices_prior_7d: before.length,
      median_award_usd: board.market.pairOf(code, null)?.pair.median_award_usd ?? null,
    }
  })
  const until = new Date(now.getTime() + 180 * dayMs).toISOString().slice(0, 10)
  const ending = board.market.awards
    .filter(({ ends, amount_usd }) => ends !== null && ends >= today && ends <= until && amount_usd > 0)
    .sort(mostFirst('amount_usd', 'id'))
  return {
    mix: {
      ...mix,
      score,
      coverage: {
        ...mix.coverage,
        inputs_expected: mix.coverage.inputs_expected + 1,
        missing: [...mix.coverage.missing, 'notices_a_year_ago (closed notices are not kept)'],
      },
    },
    label: marketLadder.of(score),
    notices: {
      newest_day: newestDay,
      d7: weeks.newest.length,
      prior_7d: weeks.before.length,
      d28: d28.length,
      week_vs_prior_pct: weeks.before.length === 0 ? null : 100 * (weeks.ratio - 1),
    },
    awards: { obligations_3m_usd: obligations.newestUsd, yoy_pct: obligations.pct, through: obligations.through },
    hot_naics: hot.sort(mostFirst('notices_28d', 'code')).slice(0, 15),
    agencies: [...Map.groupBy(d28, ({ agency }) => agency ?? 'none')]
      .map(([name, own]) => ({
        name,
        notices_28d: own.length,
        set_aside_pct: round((100 * own.filter(({ set_aside }) => set_aside !== null).length) / own.length, 1),
      }))
      .sort(mostFirst('notices_28d', 'name'))
      .slice(0, 15),
    expiring_recompetes: ending.slice(0, 25).map(({ id, recipient, agency, naics, ends, amount_usd }) => ({
      award_id: id,
      recipient,
      agency,
      naics,
      end_date: ends!,
      amount_usd,
      url: urlOfAward(id),
    })),
    deadlines_7d: rowsOf(board).filter(
      ({ due_at }) => due_at !== null && Date.parse(due_at) >= now.getTime() && Date.parse(due_at) <= now.getTime() + 7 * dayMs,
    ).length,
    fiscal_note: [6, 7, 8].includes(now.getUTCMonth())
      ? 'fourth quarter of the fiscal year: obligations surge until 30 September'
      : null,
    summary: `Federal contracting is ${marketLadder.of(score)} (${Math.round(score)}): ${weeks.newest.length} notices in the week to ${newestDay}, ${weeks.before.length} in the one before; obligations ${say(obligations.pct, 1, ' %')} over a year; ${ending.length} sampled contracts end within 180 days.`,
  }
}

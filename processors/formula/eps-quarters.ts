// From figures as they were filed to one figure a quarter: the newest filing holds, splits are carried back, a fourth quarter is what the year leaves.
export interface FiledFigure {
  readonly start: string
  readonly end: string
  readonly filed: string
  readonly usd: number
}

export interface Quarter {
  readonly end: string
  readonly usd: number
}

const dayMs = 86_400_000
const longestQuarterDays = 120
const leastSplit = 1.4
const sameRatio = 0.03

/** Oldest first. */
export function quartersOf(filed: readonly FiledFigure[]): Quarter[] {
  const sorted = [...filed].sort((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : a.end < b.end ? -1 : 1))
  const splits = findSplits(sorted)
  const held = new Map<string, FiledFigure>()
  for (const figure of sorted) {
    const factor = splits.reduce((product, split) => (figure.filed < split.filed ? product * split.ratio : product), 1)
    held.set(`${figure.start} ${figure.end}`, { ...figure, usd: figure.usd / factor })
  }
  const figures = [...held.values()]
  const short = figures.filter((figure) => daysOf(figure) < longestQuarterDays)
  const quarters = new Map(short.map(({ end, usd }) => [end, usd]))
  for (const year of figures.filter((figure) => daysOf(figure) >= longestQuarterDays)) {
    const inside = short.filter(({ start, end }) => start >= year.start && end < year.end)
    if (quarters.has(year.end) || inside.length !== 3) continue
    quarters.set(year.end, year.usd - inside.reduce((sum, { usd }) => sum + usd, 0))
  }
  return [...quarters].map(([end, usd]) => ({ end, usd })).sort((a, b) => (a.end < b.end ? -1 : 1))
}

const daysOf = ({ start, end }: FiledFigure): number => (Date.parse(end) - Date.parse(start)) / dayMs

interface Split {
  readonly filed: string
  readonly ratio: number
}

/** A filing in which every figure that was filed before is the same part of what it was. */
function findSplits(sorted: readonly FiledFigure[]): Split[] {
  const known = new Map<string, number>()
  const splits: Split[] = []
  for (const [filed, figures] of Map.groupBy(sorted, (figure) => figure.filed)) {
    const ratios = figures.flatMap(({ start, end, usd }) => {
      const before = known.get(`${start} ${end}`)
      return before === undefined || usd === 0 ? [] : [before / usd]
    })
    const [first] = ratios
    const isOne = first !== undefined && ratios.every((ratio) => Math.abs(ratio / first - 1) < sameRatio)
    const isSplit = isOne && (first >= leastSplit || (first > 0 && first <= 1 / leastSplit))
    // Cents are rounded: the ratio of shares is a whole number or one over it, where it is near one.
    if (isSplit) splits.push({ filed, ratio: nearWhole(first) })
    for (const { start, end, usd } of figures) known.set(`${start} ${end}`, usd)
  }
  return splits
}

function nearWhole(ratio: number): number {
  const whole = ratio >= 1 ? Math.round(ratio) : 1 / Math.round(1 / ratio)
  return Math.abs(ratio / whole - 1) < 0.1 ? whole : ratio
}

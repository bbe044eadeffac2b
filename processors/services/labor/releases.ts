// When the next labor figures are due by their usual pattern; the official calendar moves some of them.
const dayMs = 86_400_000

export type DueRelease = {
  readonly name: string
  readonly expected_date: string
}

/** The next weekly claims (Thursdays) and the next employment report (the first Friday). */
export function nextReleases(now: Date): DueRelease[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const weekday = new Date(today).getUTCDay()
  const thursday = today + ((4 - weekday + 7) % 7 || 7) * dayMs
  const fridays = [0, 1, 2].map((ahead) => firstFriday(now.getUTCFullYear(), now.getUTCMonth() + ahead))
  const friday = fridays.find((date) => date > today)!
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
  return [
    { name: 'initial_claims', expected_date: iso(thursday) },
    { name: 'employment_situation', expected_date: iso(friday) },
  ]
}

function firstFriday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month, 1))
  return first.getTime() + ((5 - first.getUTCDay() + 7) % 7) * dayMs
}

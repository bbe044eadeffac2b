// How far a replay or a backfill is: a bar with rate and time left on a terminal, a JSON line a second otherwise.
export interface Progress {
  show(records: number): void
  end(): void
}

const cells = 30
const everyMs = { terminal: 100, lines: 1_000 }

export function createProgress(total: number, out: NodeJS.WriteStream, unit: 'records' | 'days' = 'records'): Progress {
  const startedAt = performance.now()
  let shownAt = startedAt
  let drawn = false
  return {
    show(records) {
      const now = performance.now()
      if (records < total && now - shownAt < (out.isTTY ? everyMs.terminal : everyMs.lines)) return
      shownAt = now
      const perSecond = records / Math.max(0.001, (now - startedAt) / 1_000)
      const etaSeconds = Math.ceil(Math.max(0, total - records) / Math.max(1, perSecond))
      if (!out.isTTY) {
        out.write(
          `${JSON.stringify({ progress: { [unit]: records, total, per_s: Math.round(perSecond), eta_s: etaSeconds } })}\n`,
        )
        return
      }
      const full = total === 0 ? cells : Math.min(cells, Math.round((cells * records) / total))
      const bar = `${'█'.repeat(full)}${'░'.repeat(cells - full)}`
      out.write(`\r\u001b[2K[${bar}] ${records}/${total} ${unit}  ${Math.round(perSecond)}/s  ${etaSeconds} s left`)
      drawn = true
    },
    end() {
      if (drawn) out.write('\n')
    },
  }
}

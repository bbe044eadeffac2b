// A one-line progress bar for a terminal; anything that is not one gets nothing.
const cells = 30

export interface ProgressBar {
  show(done: number, total: number): void
  end(): void
}

export function progressBar(name: string, out: NodeJS.WriteStream, unit = 'pages'): ProgressBar {
  let drawn = false
  return {
    show(done, total) {
      if (!out.isTTY || total === 0) return
      const full = Math.round((cells * done) / total)
      out.write(`\r${name} [${'█'.repeat(full)}${'░'.repeat(cells - full)}] ${done}/${total} ${unit}`)
      drawn = true
    },
    end() {
      if (drawn) out.write('\r\u001b[2K')
    },
  }
}

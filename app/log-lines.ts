// Writes the log's lines to standard out. Those that cannot be written are lost and counted: a full disk, or a reader that has gone, must
// not stop what is sold. The library's own way ends the program there, or waits for ever.
import { writeSync } from 'node:fs'

export interface LineWriter {
  write(line: string): void
}

type Write = (bytes: Buffer) => number

// For a reader that is slow; once a line is lost to it, the next wait for nobody.
const mostTries = 100
const pauseMs = 10

export function createLineWriter(write: Write = (bytes) => writeSync(1, bytes)): LineWriter {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  let lost = 0
  // What stands at the end of what was written is half a line.
  let isTorn = false
  const writeAll = (text: string): void => {
    let bytes = Buffer.from(text)
    for (let tries = 0; bytes.length > 0; )
      try {
        bytes = bytes.subarray(write(bytes))
        isTorn = bytes.length > 0
      } catch (error) {
        const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN' && lost === 0
        if (!isBusy || ++tries > mostTries) throw error
        Atomics.wait(pause, 0, 0, pauseMs)
      }
  }
  return {
    write(line) {
      try {
        if (isTorn) writeAll('\n')
        if (lost > 0) writeAll(lostLine(lost))
        lost = 0
        writeAll(line)
      } catch {
        lost += 1
      }
    },
  }
}

function lostLine(lines: number): string {
  return `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, msg: 'lines of this log could not be written' })}\n`
}
